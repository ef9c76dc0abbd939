import { type Static, Type } from 'typebox';
import {
  defineRoutes,
  Email,
  Id,
  NameLimit,
  Nullable,
  OptionalText,
  Page,
  Pagination,
  SearchText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { invalidEmail, limits } from './values/fields.ts';
import { type Fact, factLabels } from './values/operator-facts.ts';
import { infoPageNames } from './values/public-pages.ts';
import { listKinds } from './values/record-kinds.ts';
import { lineOrBlankPattern } from './values/text.ts';
import { NamedBySlug } from './videos.ts';

const listTextMax = limits.listText;
const listTextArea = 'list texts';
const Kind = Type.Enum(listKinds, { description: 'list: popularity and audience lists' });

const ListParams = Type.Object({
  kind: Kind,
  name: Type.String({
    minLength: 1,
    maxLength: limits.name,
    description: 'A slug of a tag, performer or category, or a path without its slash: new-content',
  }),
});

const Version = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Increases with every change; 0 before the first',
  label: 'version',
});

const Line = (label: string, maxLength: number) =>
  Type.String({
    ...OptionalText(label, maxLength),
    pattern: lineOrBlankPattern,
    invalid: `The ${label} must be one line of text.`,
  });

const texts = {
  title: Line('title', listTextMax.title),
  description: Line('description', listTextMax.description),
  introduction: OptionalText('introduction', listTextMax.introduction),
};

/** An operator's texts for a list. A blank text means its default. */
export const ListTextRecord = Type.Object({
  kind: Kind,
  name: Type.String(),
  label: Type.String({ description: 'The name as people read it' }),
  title: Type.String(),
  description: Type.String(),
  introduction: Type.String(),
  version: Version,
});
export type ListTextRecord = Static<typeof ListTextRecord>;

const ListedVideo = Type.Object({ _id: Id, titel: Type.String(), createdAt: Time });

/** An operator's texts for a list, and the facts from which pages build default texts. */
export const ListTextResponse = Success({
  text: ListTextRecord,
  total: Type.Integer(),
  newest: Nullable(ListedVideo),
  mostViewed: Nullable(ListedVideo, { description: 'The most viewed of the newest 500' }),
  isSampled: Type.Boolean({ description: 'Whether the list has more videos than were compared' }),
  tags: Type.Array(NamedBySlug, { description: 'The most frequent ones' }),
  performers: Type.Array(NamedBySlug),
  sameAsTag: Type.Optional(
    Type.String({ description: 'The tag that has exactly the same videos, if search engines may list its page' }),
  ),
});
export type ListTextResponse = Static<typeof ListTextResponse>;

export const listTextRoutes = defineRoutes({
  getListText: {
    method: 'GET',
    path: '/list-texts/:kind/:name',
    access: 'anyone',
    cacheTags: 'by response',
    area: listTextArea,
    summary: 'Returns facts about a list of videos, and the texts that an operator has written for it',
    params: ListParams,
    response: ListTextResponse,
  },
  getListTexts: {
    method: 'GET',
    path: '/list-texts',
    access: 'catalogue',
    area: listTextArea,
    summary: 'Lists the lists of one kind with their texts, optionally by search text',
    query: Type.Object({
      kind: Type.Enum(listKinds, { default: 'list' }),
      page: Page,
      limit: NameLimit(20),
      search: SearchText,
      edited: Type.Boolean({ default: false, description: 'Only lists with custom texts' }),
    }),
    response: Success({ texts: Type.Array(ListTextRecord), pagination: Pagination }),
  },
  saveListText: {
    method: 'PUT',
    path: '/list-texts/:kind/:name',
    access: 'catalogue',
    area: listTextArea,
    summary: 'Replaces the texts of a list. Blank texts return to their defaults.',
    params: ListParams,
    body: StrictObject({ ...texts, version: Type.Optional(Version) }),
    response: Success({ text: ListTextRecord }),
  },
});

const operatorMax = limits.settings.operator;

const OperatorLine = (fact: Fact, maxLength: number) =>
  Type.String({
    ...OptionalText(factLabels[fact], maxLength),
    default: '',
    pattern: lineOrBlankPattern,
    invalid: `The ${factLabels[fact]} must be one line of text.`,
  });
const OperatorAddress = (fact: Fact) =>
  Type.String({ ...OptionalText(factLabels[fact], operatorMax.address), default: '' });

/** Facts that the texts of pages name by placeholders. */
export const OperatorSettings = StrictObject({
  name: OperatorLine('name', operatorMax.name),
  address: OperatorAddress('address'),
  jurisdiction: OperatorLine('jurisdiction', operatorMax.name),
  copyrightAgentName: OperatorLine('copyrightAgentName', operatorMax.name),
  copyrightAgentAddress: OperatorAddress('copyrightAgentAddress'),
  copyrightAgentEmail: Type.Union([Email, Type.Literal('')], {
    label: factLabels.copyrightAgentEmail,
    invalid: invalidEmail,
    default: '',
  }),
  copyrightAgentPhone: OperatorLine('copyrightAgentPhone', operatorMax.phone),
  recordsCustodianName: OperatorLine('recordsCustodianName', operatorMax.name),
  recordsCustodianAddress: OperatorAddress('recordsCustodianAddress'),
});

const infoPageArea = 'info pages';
/** Possibly unfinished: the preview follows what an admin types. */
const TypedEmail = OptionalText('email', limits.email);
const Html = Type.String({ description: 'Safe HTML: headings from the second level on, no images, no scripts' });

export const infoPageRoutes = defineRoutes({
  getInfoPage: {
    method: 'GET',
    path: '/info-pages/:page',
    access: 'anyone',
    cacheTags: ['settings'],
    area: infoPageArea,
    summary: 'Returns a page about the site itself, such as its terms, as HTML',
    params: Type.Object({ page: Type.Enum(infoPageNames) }),
    response: Success({
      html: Html,
      summary: Type.String({ description: 'The text of its first paragraph' }),
      contact: Type.String({ description: 'An email or a URL, if there is one' }),
      sendsMail: Type.Boolean({
        description: 'Whether the site sends emails, for example to those who report something',
      }),
    }),
  },
  previewInfoPage: {
    method: 'POST',
    path: '/info-pages/preview',
    access: 'main_admin',
    area: infoPageArea,
    summary: 'Renders a text as visitors would see it, without saving it',
    body: StrictObject({
      text: OptionalText('text', limits.settings.pageText),
      operator: StrictObject({ ...OperatorSettings.properties, copyrightAgentEmail: TypedEmail }),
      contactEmail: TypedEmail,
    }),
    response: Success({ html: Html }),
  },
});

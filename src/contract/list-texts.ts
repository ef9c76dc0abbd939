import { type Static, Type } from 'typebox';
import { OptionalText } from './fields.ts';
import { NamedBySlug } from './names.ts';
import { NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { listKinds } from './values/list-kinds.ts';
import { lineOrBlankPattern } from './values/text.ts';

const max = limits.listText;
const area = 'list texts';
const Kind = Type.Enum(listKinds, { description: 'list: those of popularity and audiences' });

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
  title: Line('title', max.title),
  description: Line('description', max.description),
  introduction: OptionalText('introduction', max.introduction),
};

/** What an operator has written about a list. A blank text stands for its default. */
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

/** What default texts are made of, and the texts that replace them. */
export const ListTextResponse = Success({
  text: ListTextRecord,
  total: Type.Integer(),
  newest: Type.Union([ListedVideo, Type.Null()]),
  mostViewed: Type.Union([ListedVideo, Type.Null()], { description: 'Of the newest 500' }),
  isSampled: Type.Boolean({ description: 'Whether there are more videos than were compared' }),
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
    area,
    summary: 'Returns what is known about a list of videos, and the texts that an operator has written about it',
    params: ListParams,
    response: ListTextResponse,
  },
  getListTexts: {
    method: 'GET',
    path: '/list-texts',
    access: 'admin',
    area,
    summary: 'Lists the lists of one kind with their texts, optionally by search text',
    query: Type.Object({
      kind: Type.Enum(listKinds, { default: 'list' }),
      page: Page,
      limit: NameLimit(20),
      search: SearchText,
      edited: Type.Boolean({ default: false, description: 'Only lists that have texts of their own' }),
    }),
    response: Success({ texts: Type.Array(ListTextRecord), pagination: Pagination }),
  },
  saveListText: {
    method: 'PUT',
    path: '/list-texts/:kind/:name',
    access: 'admin',
    area,
    summary: 'Replaces the texts of a list. Blank ones return to their defaults.',
    params: ListParams,
    body: Type.Object({ ...texts, version: Type.Optional(Version) }, { additionalProperties: false }),
    response: Success({ text: ListTextRecord }),
  },
});

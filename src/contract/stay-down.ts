import { type Static, Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { IdParams, NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { numeral, uploadedImageMegabytes } from './values/sentences.ts';
import { nonBlankLinePattern } from './values/text.ts';

const OptionalText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const KeptRecord = Type.Object({
  _id: Id,
  kind: Type.Union([Type.Literal('link'), Type.Literal('picture')]),
  caseId: Id,
  caseNumber: Type.String(),
  url: Type.String({ description: 'The link or the image URL' }),
  source: OptionalText('The id of the source itself, after its host'),
  hash: OptionalText('Of a picture; null until it is hashed, or if it cannot be'),
  isCommon: Type.Boolean({ description: 'Whether so many posts have the picture that nothing is recognised by it' }),
  keptAt: Time,
});
export type KeptRecord = Static<typeof KeptRecord>;

export const KeptByRecord = Type.Object({
  caseId: Type.Union([Id, Type.Null()]),
  name: Type.String({ description: 'The number of the case, or the name of the hash list' }),
  url: OptionalText('The link that was removed'),
  distance: Type.Union([Type.Integer(), Type.Null()], { description: 'In how many bits the pictures differ' }),
});
export type KeptByRecord = Static<typeof KeptByRecord>;

export const HashListRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Hashes' }),
  createdAt: Time,
  createdBy: OptionalText('Null for the command line'),
  isCompared: Type.Boolean({ description: 'Whether the pictures of older posts have been compared' }),
  undecided: Type.Integer({ description: 'Posts on it about which nobody has decided' }),
});
export type HashListRecord = Static<typeof HashListRecord>;

export const HashMatchRecord = Type.Object({
  listId: Id,
  listName: Type.String(),
  _id: Id,
  titel: Type.String(),
  imageUrl: Type.String(),
  link: Type.String(),
  state: Type.String(),
  distance: Type.Integer(),
  foundAt: Time,
});
export type HashMatchRecord = Static<typeof HashMatchRecord>;

export const MirrorMatchRecord = Type.Object({
  _id: Id,
  titel: Type.String(),
  link: Type.String({ description: 'The link, or the embed code, of the post' }),
  state: Type.String(),
  caseId: Id,
  caseNumber: Type.String(),
  removedUrl: Type.String({ description: 'The link that the case removed' }),
  foundAt: Time,
});
export type MirrorMatchRecord = Static<typeof MirrorMatchRecord>;

const Reason = RequiredText('reason', limits.stayDown.reason);

const Ids = Type.Optional(
  Type.Array(Type.String({ pattern: '^[0-9]{1,18}$' }), {
    minItems: 1,
    maxItems: 500,
    description: 'Posts; without them, all that are undecided, up to 500 at once',
  }),
);

const Left = Type.Integer({ description: 'Posts that are left to decide' });

const closed = { additionalProperties: false };
const area = 'stay-down';
const { bytes, lines, name } = limits.hashLists;

export const stayDownRoutes = defineRoutes({
  getKept: {
    method: 'GET',
    path: '/stay-down',
    access: 'admin',
    area,
    summary: 'Lists links and pictures that cases removed, newest first, by URL, link in any form, case number or hash',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ kept: Type.Array(KeptRecord), pagination: Pagination }),
  },
  removeKept: {
    method: 'DELETE',
    path: '/stay-down/:kind/:id',
    access: 'main_admin',
    area,
    summary: 'Lets a link or picture be listed again that was kept by mistake',
    params: Type.Object({ kind: Type.Enum(['link', 'picture']), ...IdParams.properties }),
    body: Type.Object({ reason: Reason }, closed),
    response: Success({ _id: Id }),
  },
  checkKeptLink: {
    method: 'GET',
    path: '/stay-down/check',
    access: 'admin',
    area,
    summary: 'Says whether a link is kept down, and by which case',
    query: Type.Object({
      link: Type.String({
        minLength: 1,
        maxLength: limits.url,
        pattern: nonBlankLinePattern,
        label: 'link',
        invalid: 'Enter a link.',
      }),
    }),
    response: Success({ keptBy: Type.Array(KeptByRecord) }),
  },
  checkKeptPicture: {
    method: 'POST',
    path: '/stay-down/check-picture',
    access: 'admin',
    area,
    summary: 'Says whether a picture is kept down, and by which cases and hash lists. The picture is not stored.',
    form: Type.Object({
      image: Type.String({ format: 'binary', description: `An image of at most ${uploadedImageMegabytes} MB` }),
    }),
    response: Success({
      hash: OptionalText('Null for a picture that shows nothing'),
      keptBy: Type.Array(KeptByRecord),
    }),
  },
  getHashLists: {
    method: 'GET',
    path: '/hash-lists',
    access: 'admin',
    area,
    summary: 'Lists the hash lists of others, newest first',
    response: Success({ lists: Type.Array(HashListRecord) }),
  },
  addHashList: {
    method: 'POST',
    path: '/hash-lists',
    access: 'main_admin',
    area,
    summary: 'Loads a hash list: all of its lines or, if one of them is wrong, none',
    query: Type.Object({
      name: Type.String({
        minLength: 1,
        maxLength: name,
        pattern: nonBlankLinePattern,
        label: 'name',
        invalid: 'Enter a name.',
      }),
    }),
    form: Type.Object({
      file: Type.String({
        format: 'binary',
        description: `A hash of 16 hexadecimal digits per line; what follows a # is a comment. At most ${numeral(lines)} lines and ${bytes / 1024 / 1024} MB.`,
      }),
    }),
    response: Success({
      list: Type.Union([HashListRecord, Type.Null()], { description: 'Null if lines are wrong' }),
      hashes: Type.Integer({ description: 'Distinct hashes in the file' }),
      bad: Type.Integer({ description: 'Lines that are no hash' }),
      badLines: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }), {
        description: `The first ${limits.hashLists.badLines} of them`,
      }),
    }),
  },
  deleteHashList: {
    method: 'DELETE',
    path: '/hash-lists/:id',
    access: 'main_admin',
    area,
    summary: 'Deletes a hash list. It can be restored for 30 days.',
    params: IdParams,
    response: Success({ _id: Id }),
  },
  restoreHashList: {
    method: 'POST',
    path: '/hash-lists/:id/restore',
    access: 'main_admin',
    area,
    summary: 'Restores a deleted hash list',
    params: IdParams,
    response: Success({ list: HashListRecord }),
  },
  getHashMatches: {
    method: 'GET',
    path: '/hash-matches',
    access: 'admin',
    area,
    summary: 'Lists posts whose pictures are on a hash list and that nobody has decided about',
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ matches: Type.Array(HashMatchRecord), pagination: Pagination }),
  },
  withholdHashMatches: {
    method: 'POST',
    path: '/hash-lists/:id/withhold',
    access: 'admin',
    area,
    summary: 'Withholds posts whose pictures are on a hash list, and opens a case in which each of them is decided',
    params: IdParams,
    body: Type.Object({ kind: Type.Enum(['intimate_image', 'minor']), ids: Ids }, closed),
    response: Success({ caseNumber: Type.String(), withheld: Type.Integer(), left: Left }),
  },
  keepHashMatches: {
    method: 'POST',
    path: '/hash-lists/:id/keep',
    access: 'admin',
    area,
    summary: 'Leaves posts as they are although their pictures are on a hash list, and asks no more',
    params: IdParams,
    body: Type.Object({ ids: Ids }, closed),
    response: Success({ kept: Type.Integer() }),
  },
  getMirrorMatches: {
    method: 'GET',
    path: '/mirror-matches',
    access: 'admin',
    area,
    summary:
      'Lists posts on mirrors, named later, of hosts from which a case removed the same, and that nobody has decided about',
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ matches: Type.Array(MirrorMatchRecord), pagination: Pagination }),
  },
  withholdMirrorMatches: {
    method: 'POST',
    path: '/mirror-matches/withhold',
    access: 'admin',
    area,
    summary: 'Withholds posts on mirrors, by the cases that removed the same',
    body: Type.Object({ ids: Ids }, closed),
    response: Success({ withheld: Type.Integer(), left: Left }),
  },
  keepMirrorMatches: {
    method: 'POST',
    path: '/mirror-matches/keep',
    access: 'admin',
    area,
    summary: 'Leaves posts on mirrors as they are, and asks no more',
    body: Type.Object({ ids: Ids }, closed),
    response: Success({ kept: Type.Integer(), left: Left }),
  },
});

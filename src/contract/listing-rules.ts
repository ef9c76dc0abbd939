import { type Static, Type } from 'typebox';
import {
  defineRoutes,
  Id,
  IdParams,
  NameLimit,
  Nullable,
  OptionalText,
  OptionalTime,
  Page,
  Pagination,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
} from './calls/route.ts';
import { limits, numeral, uploadedImageMegabytes } from './values/fields.ts';
import { blockKinds, blockStates, matchedKinds } from './values/record-kinds.ts';
import { nonBlankLinePattern } from './values/text.ts';

const termArea = 'prohibited terms';

const FoundTerm = Type.Object({
  term: Type.String({ description: 'As it is on the list' }),
  text: Type.String({ description: 'As it is written in the text' }),
  sentence: Type.String({ description: 'Why it may not be listed' }),
});
export type FoundTerm = Static<typeof FoundTerm>;

const MatchingPost = Type.Object({ _id: Id, titel: Type.String(), sentence: Type.String() });

const MatchingRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  tab: Type.String({ description: 'The tab of its screen; empty for the first' }),
  sentence: Type.String(),
});
export type MatchingRecord = Static<typeof MatchingRecord>;

const After = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: 'The `next` of the previous call',
});
const Next = Nullable(Type.Integer(), { description: 'Null after the last one' });

export const prohibitedTermRoutes = defineRoutes({
  tryProhibitedTerms: {
    method: 'POST',
    path: '/prohibited-terms/try',
    access: 'posts',
    area: termArea,
    summary: 'Returns which prohibited terms a text or link contains, and why each may not be listed',
    body: StrictObject({ text: RequiredText('text', limits.triedText) }),
    response: Success({ found: Type.Array(FoundTerm) }),
  },
  findMatchingPosts: {
    method: 'GET',
    path: '/prohibited-terms/posts',
    access: 'posts',
    area: termArea,
    summary: 'Searches the next posts by id, and returns those that contain a prohibited term',
    query: Type.Object({ after: After }),
    response: Success({
      posts: Type.Array(MatchingPost),
      looked: Type.Integer({ description: 'How many posts were searched' }),
      total: Type.Integer({ description: 'How many posts there are' }),
      next: Next,
    }),
  },
  findMatchingRecords: {
    method: 'GET',
    path: '/prohibited-terms/records',
    access: 'posts',
    area: termArea,
    summary:
      'Searches the next tags, stars, networks or similar records by id, and returns those with a prohibited term',
    query: Type.Object({ kind: Type.Enum(matchedKinds, { default: 'tag' }), after: After }),
    response: Success({ records: Type.Array(MatchingRecord), next: Next }),
  },
});

const TextOrNull = (description: string) => Nullable(Type.String(), { description });

export const KeptRecord = Type.Object({
  _id: Id,
  kind: Type.Union([Type.Literal('link'), Type.Literal('picture')]),
  caseId: Id,
  caseNumber: Type.String(),
  url: Type.String({ description: 'The link or the image URL' }),
  source: TextOrNull('The id of the source itself, after its host'),
  hash: TextOrNull('Hash of a picture; null until it is computed, or if it cannot be'),
  isCommon: Type.Boolean({ description: 'Whether too many posts have the picture for it to identify anything' }),
  keptAt: Time,
});
export type KeptRecord = Static<typeof KeptRecord>;

export const KeptByRecord = Type.Object({
  caseId: Nullable(Id),
  name: Type.String({ description: 'The number of the case, or the name of the hash list' }),
  url: TextOrNull('The link that was removed'),
  distance: Nullable(Type.Integer(), { description: 'Number of bits in which the hashes differ' }),
});
export type KeptByRecord = Static<typeof KeptByRecord>;

export const HashListRecord = Type.Object({
  _id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Number of hashes' }),
  createdAt: Time,
  createdBy: TextOrNull('Null for the command line'),
  isCompared: Type.Boolean({ description: 'Whether the pictures of older posts have been compared' }),
  undecided: Type.Integer({ description: 'Matching posts that need a decision' }),
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
    description: 'Ids of posts; by default all undecided ones, up to 500 at once',
  }),
);

const Left = Type.Integer({ description: 'Posts that still need a decision' });

const stayDownArea = 'stay-down';
const { bytes, lines, name } = limits.hashLists;

export const stayDownRoutes = defineRoutes({
  getKept: {
    method: 'GET',
    path: '/stay-down',
    access: 'removals',
    area: stayDownArea,
    summary: 'Lists links and pictures that cases removed, newest first, by URL, link in any form, case number or hash',
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({ kept: Type.Array(KeptRecord), pagination: Pagination }),
  },
  removeKept: {
    method: 'DELETE',
    path: '/stay-down/:kind/:id',
    access: 'main_admin',
    area: stayDownArea,
    summary: 'Allows a link or picture that was kept down by mistake to be listed again',
    params: Type.Object({ kind: Type.Enum(['link', 'picture']), ...IdParams.properties }),
    body: StrictObject({ reason: Reason }),
    response: Success({ _id: Id }),
  },
  checkKeptLink: {
    method: 'GET',
    path: '/stay-down/check',
    access: 'removals',
    area: stayDownArea,
    summary: 'Returns the cases that keep a link down',
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
    access: 'removals',
    area: stayDownArea,
    summary: 'Returns the cases and hash lists that keep a picture down. The picture is not stored.',
    form: Type.Object({
      image: Type.String({ format: 'binary', description: `An image of at most ${uploadedImageMegabytes} MB` }),
    }),
    response: Success({
      hash: TextOrNull('Null for a picture that shows nothing'),
      keptBy: Type.Array(KeptByRecord),
    }),
  },
  getHashLists: {
    method: 'GET',
    path: '/hash-lists',
    access: 'removals',
    area: stayDownArea,
    summary: 'Lists hash lists, newest first',
    response: Success({ lists: Type.Array(HashListRecord) }),
  },
  addHashList: {
    method: 'POST',
    path: '/hash-lists',
    access: 'main_admin',
    area: stayDownArea,
    summary: 'Adds a hash list. If any of its lines is invalid, nothing is added.',
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
      list: Nullable(HashListRecord, { description: 'Null if lines are invalid' }),
      hashes: Type.Integer({ description: 'Distinct hashes in the file' }),
      bad: Type.Integer({ description: 'Lines that are not valid hashes' }),
      badLines: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() }), {
        description: `The first ${limits.hashLists.badLines} of them`,
      }),
    }),
  },
  deleteHashList: {
    method: 'DELETE',
    path: '/hash-lists/:id',
    access: 'main_admin',
    area: stayDownArea,
    summary: 'Deletes a hash list. It can be restored for 30 days.',
    params: IdParams,
    response: Success({ _id: Id }),
  },
  restoreHashList: {
    method: 'POST',
    path: '/hash-lists/:id/restore',
    access: 'main_admin',
    area: stayDownArea,
    summary: 'Restores a deleted hash list',
    params: IdParams,
    response: Success({ list: HashListRecord }),
  },
  getHashMatches: {
    method: 'GET',
    path: '/hash-matches',
    access: 'removals',
    area: stayDownArea,
    summary: 'Lists undecided posts whose pictures are on a hash list',
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ matches: Type.Array(HashMatchRecord), pagination: Pagination }),
  },
  withholdHashMatches: {
    method: 'POST',
    path: '/hash-lists/:id/withhold',
    access: 'removals',
    area: stayDownArea,
    summary: 'Withholds posts whose pictures are on a hash list, and opens a case to decide on each of them',
    params: IdParams,
    body: StrictObject({ kind: Type.Enum(['intimate_image', 'minor']), ids: Ids }),
    response: Success({ caseNumber: Type.String(), withheld: Type.Integer(), left: Left }),
  },
  keepHashMatches: {
    method: 'POST',
    path: '/hash-lists/:id/keep',
    access: 'removals',
    area: stayDownArea,
    summary: 'Keeps posts although their pictures are on a hash list, and does not ask again',
    params: IdParams,
    body: StrictObject({ ids: Ids }),
    response: Success({ kept: Type.Integer() }),
  },
  getMirrorMatches: {
    method: 'GET',
    path: '/mirror-matches',
    access: 'removals',
    area: stayDownArea,
    summary:
      'Lists undecided posts on a host from whose mirror a case removed the same, before the two were known as mirrors',
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Success({ matches: Type.Array(MirrorMatchRecord), pagination: Pagination }),
  },
  withholdMirrorMatches: {
    method: 'POST',
    path: '/mirror-matches/withhold',
    access: 'removals',
    area: stayDownArea,
    summary: 'Withholds posts on mirrors, under the cases that removed the same',
    body: StrictObject({ ids: Ids }),
    response: Success({ withheld: Type.Integer(), left: Left }),
  },
  keepMirrorMatches: {
    method: 'POST',
    path: '/mirror-matches/keep',
    access: 'removals',
    area: stayDownArea,
    summary: 'Keeps posts on mirrors, and does not ask again',
    body: StrictObject({ ids: Ids }),
    response: Success({ kept: Type.Integer(), left: Left }),
  },
});

const max = limits.block;

const target = {
  kind: Type.Enum(blockKinds, { label: 'kind' }),
  value: Type.String({
    ...RequiredText('host, star or network', max.value),
    description: 'A host or URL, the name of a star, or the name or id of a network',
  }),
};

const OptionalString = Nullable(Type.String());

const BlockRecord = Type.Object({
  _id: Id,
  kind: Type.Enum(blockKinds),
  name: Type.String(),
  reason: Type.String(),
  caseNumber: OptionalString,
  state: Type.Enum(blockStates),
  posts: Type.Integer({ description: 'Matching posts when the block was added' }),
  held: Type.Integer({ description: 'Posts that the block withholds now' }),
  createdAt: Time,
  createdBy: Type.String(),
  liftedAt: OptionalTime,
  liftedBy: OptionalString,
});
export type BlockRecord = Static<typeof BlockRecord>;

const blockArea = 'blocks';
const One = Success({ block: BlockRecord });

export const blockRoutes = defineRoutes({
  getBlocks: {
    method: 'GET',
    path: '/blocks',
    access: 'removals',
    area: blockArea,
    summary: 'Lists blocks, those in force first, newest first',
    query: Type.Object({ search: SearchText, page: Page, limit: NameLimit(20) }),
    response: Success({ blocks: Type.Array(BlockRecord), pagination: Pagination }),
  },
  previewBlock: {
    method: 'POST',
    path: '/blocks/preview',
    access: 'removals',
    area: blockArea,
    summary: 'Counts the posts that a block would hide',
    body: StrictObject(target),
    response: Success({
      name: Type.String(),
      posts: Type.Integer({ description: 'Posts in every state that are not deleted' }),
      named: Type.Integer({
        description:
          'Published posts that name the star in a text, or that have a star with a similar spelling. They stay listed but can no longer be saved.',
      }),
      isBlocked: Type.Boolean({ description: 'Whether it is already blocked' }),
    }),
  },
  addBlock: {
    method: 'POST',
    path: '/blocks',
    access: 'removals',
    area: blockArea,
    summary:
      'Blocks a host with its subdomains and mirrors, a star, or a network. New posts are refused, and existing ones are withheld in the background.',
    body: StrictObject({
      ...target,
      reason: RequiredText('reason', max.reason),
      caseNumber: Type.Optional(OptionalText('case number', 40)),
    }),
    response: One,
  },
  liftBlock: {
    method: 'POST',
    path: '/blocks/:id/lift',
    access: 'removals',
    area: blockArea,
    summary: 'Lifts a block. Its posts are restored in the background, unless something else withholds them.',
    params: IdParams,
    response: One,
  },
});

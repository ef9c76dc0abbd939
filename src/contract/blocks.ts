import { type Static, Type } from 'typebox';
import { OptionalText, RequiredText } from './fields.ts';
import { IdParams, NameLimit, Page, SearchText } from './query.ts';
import { Id, OptionalTime, Pagination, Success, Time } from './responses.ts';
import { defineRoutes } from './route.ts';
import { blockKinds, blockStates } from './values/block-kinds.ts';
import { limits } from './values/limits.ts';

const max = limits.block;

const target = {
  kind: Type.Enum(blockKinds, { label: 'kind' }),
  value: Type.String({
    ...RequiredText('host, star or network', max.value),
    description: 'A host or URL, the name of a star, or the name or id of a network',
  }),
};

const OptionalString = Type.Union([Type.String(), Type.Null()]);

const BlockRecord = Type.Object({
  _id: Id,
  kind: Type.Enum(blockKinds),
  name: Type.String(),
  reason: Type.String(),
  caseNumber: OptionalString,
  state: Type.Enum(blockStates),
  posts: Type.Integer({ description: 'Posts of it when it was made' }),
  held: Type.Integer({ description: 'Posts that it withholds now' }),
  createdAt: Time,
  createdBy: Type.String(),
  liftedAt: OptionalTime,
  liftedBy: OptionalString,
});
export type BlockRecord = Static<typeof BlockRecord>;

const area = 'blocks';
const One = Success({ block: BlockRecord });

export const blockRoutes = defineRoutes({
  getBlocks: {
    method: 'GET',
    path: '/blocks',
    access: 'admin',
    area,
    summary: 'Lists blocks: those in force first, the newest of them first',
    query: Type.Object({ search: SearchText, page: Page, limit: NameLimit(20) }),
    response: Success({ blocks: Type.Array(BlockRecord), pagination: Pagination }),
  },
  previewBlock: {
    method: 'POST',
    path: '/blocks/preview',
    access: 'admin',
    area,
    summary: 'Counts the posts that a block would hide',
    body: Type.Object(target, { additionalProperties: false }),
    response: Success({
      name: Type.String(),
      posts: Type.Integer({ description: 'Posts in every state that are not deleted' }),
      named: Type.Integer({
        description:
          'Published posts that name the star in a text, or a star who is written alike: they cannot be saved again, but stay listed',
      }),
      isBlocked: Type.Boolean({ description: 'Whether it is blocked already' }),
    }),
  },
  addBlock: {
    method: 'POST',
    path: '/blocks',
    access: 'admin',
    area,
    summary:
      'Blocks a host with its subdomains and mirrors, a star or a network: nothing of it can be listed from now on, and its posts are withheld in the background',
    body: Type.Object(
      {
        ...target,
        reason: RequiredText('reason', max.reason),
        caseNumber: Type.Optional(OptionalText('case number', 40)),
      },
      { additionalProperties: false },
    ),
    response: One,
  },
  liftBlock: {
    method: 'POST',
    path: '/blocks/:id/lift',
    access: 'admin',
    area,
    summary: 'Lifts a block: its posts return as they were, in the background, unless something else withholds them',
    params: IdParams,
    response: One,
  },
});

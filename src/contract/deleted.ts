import { type Static, Type } from 'typebox';
import { VersionBody } from './fields.ts';
import { IdParams, NameLimit, Page, SearchText } from './query.ts';
import { Id, Pagination, Success, Time, Version } from './responses.ts';
import { defineRoutes } from './route.ts';
import { deletedKinds } from './values/deleted-kinds.ts';

const DeletedKind = Type.Enum(deletedKinds);

export const DeletedRecord = Type.Object({
  _id: Id,
  name: Type.String({ description: 'The name or title' }),
  image: Type.String(),
  url: Type.String(),
  category: Type.String(),
  version: Version,
  deletedAt: Time,
  withheld: Type.Optional(Type.Boolean({ description: 'Whether a case or block withholds the post' })),
});
export type DeletedRecord = Static<typeof DeletedRecord>;

const area = 'deleted';

export const deletedRoutes = defineRoutes({
  getDeleted: {
    method: 'GET',
    path: '/deleted/:kind',
    access: 'admin',
    area,
    summary:
      'Lists deleted records that can still be restored, most recently deleted first, by words of the name and the URL',
    params: Type.Object({ kind: DeletedKind }),
    query: Type.Object({ page: Page, limit: NameLimit(20), search: SearchText }),
    response: Success({
      records: Type.Array(DeletedRecord),
      pagination: Pagination,
    }),
  },
  restoreDeleted: {
    method: 'POST',
    path: '/deleted/:kind/:id/restore',
    access: 'admin',
    area,
    summary:
      'Restores a deleted record. A restored star appears on its videos again. A post without the records that the settings require comes back as a draft.',
    params: Type.Object({ kind: DeletedKind, ...IdParams.properties }),
    body: VersionBody,
    response: Success({
      _id: Id,
      message: Type.Optional(Type.String({ description: 'Why a post that visitors saw came back as a draft' })),
    }),
  },
});

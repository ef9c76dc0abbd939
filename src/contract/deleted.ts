import { type Static, Type } from 'typebox';
import { IdParams, NameLimit, Page, Pagination } from './common.ts';
import { Id, Time, Version, VersionBody } from './fields.ts';
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
});
export type DeletedRecord = Static<typeof DeletedRecord>;

const area = 'deleted';

export const deletedRoutes = defineRoutes({
  getDeleted: {
    method: 'GET',
    path: '/deleted/:kind',
    access: 'admin',
    area,
    summary: 'Lists deleted records that can still be restored, most recently deleted first',
    params: Type.Object({ kind: DeletedKind }),
    query: Type.Object({ page: Page, limit: NameLimit(20) }),
    response: Type.Object({
      success: Type.Literal(true),
      records: Type.Array(DeletedRecord),
      pagination: Pagination,
    }),
  },
  restoreDeleted: {
    method: 'POST',
    path: '/deleted/:kind/:id/restore',
    access: 'admin',
    area,
    summary: 'Restores a deleted record. A restored star appears on its videos again.',
    params: Type.Object({ kind: DeletedKind, ...IdParams.properties }),
    body: VersionBody,
    response: Type.Object({ success: Type.Literal(true), _id: Id }),
  },
});

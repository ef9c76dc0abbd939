import { type Static, Type } from 'typebox';
import { Id, Time } from './fields.ts';
import { defineRoutes } from './route.ts';

const OptionalRecord = Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]);

export const AuditEntry = Type.Object({
  _id: Id,
  at: Time,
  admin: Type.String({ description: 'Username at that time, or System' }),
  adminId: Type.Union([Id, Type.Null()]),
  ip: Type.Union([Type.String(), Type.Null()]),
  action: Type.String(),
  entity: Type.String(),
  entityId: Type.String(),
  before: OptionalRecord,
  after: OptionalRecord,
});
export type AuditEntry = Static<typeof AuditEntry>;

const Word = Type.Optional(Type.String({ maxLength: 50, pattern: '^[a-z_]*$' }));
const IdText = Type.Optional(Type.String({ pattern: '^[0-9]{0,18}$' }));

export const auditRoutes = defineRoutes({
  getAudit: {
    method: 'GET',
    path: '/audit',
    access: 'main_admin',
    area: 'audit',
    summary: 'Who changed what, newest first; `next` continues as `before`',
    query: Type.Object({
      before: IdText,
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      adminId: IdText,
      action: Word,
      entity: Word,
      entityId: Type.Optional(Type.String({ maxLength: 100, pattern: '^[^\\u0000]*$' })),
      from: Type.Optional(Type.String({ format: 'iso-date-time', description: 'ISO 8601' })),
      to: Type.Optional(Type.String({ format: 'iso-date-time', description: 'ISO 8601' })),
    }),
    response: Type.Object({
      success: Type.Literal(true),
      entries: Type.Array(AuditEntry),
      next: Type.Union([Id, Type.Null()]),
    }),
  },
});

import { type Static, Type } from 'typebox';
import { defineRoutes, Id, Nullable, OptionalDecimalId, SearchText, Success, Time } from './calls/route.ts';
import { invalidTime } from './values/fields.ts';

const OptionalRecord = Nullable(Type.Record(Type.String(), Type.Unknown()));

export const AuditEntry = Type.Object({
  _id: Id,
  at: Time,
  admin: Type.String({ description: 'Username at the time of the change, or System' }),
  adminId: Nullable(Id),
  token: Nullable(Type.String(), { description: 'Name of the API token that made the change' }),
  ip: Nullable(Type.String()),
  action: Type.String(),
  entity: Type.String(),
  entityId: Type.String(),
  before: OptionalRecord,
  after: OptionalRecord,
});
export type AuditEntry = Static<typeof AuditEntry>;

const Word = (name: string) =>
  Type.Optional(
    Type.String({
      maxLength: 50,
      pattern: '^[a-z_]*$',
      invalid: `${name} may contain lowercase letters and underscores.`,
    }),
  );
const IsoTime = (name: string) =>
  Type.Optional(
    Type.String({
      format: 'iso-date-time',
      description: 'ISO 8601',
      invalid: invalidTime(name),
    }),
  );

export const auditFilterFields = {
  adminId: OptionalDecimalId('adminId'),
  action: Word('action'),
  entity: Word('entity'),
  entityId: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[^\\u0000]*$',
      invalid: 'entityId must not contain control characters.',
    }),
  ),
  from: IsoTime('from'),
  to: IsoTime('to'),
  search: SearchText,
};

const AuditFilterFields = Type.Object(auditFilterFields);
export type AuditFilterFields = Static<typeof AuditFilterFields>;

export const auditReaders =
  'Main admins get everything. Other admins get their own changes and, with entity and entityId, the history of a record of their sections.';

export const auditRoutes = defineRoutes({
  getAudit: {
    method: 'GET',
    path: '/audit',
    access: 'admin',
    tokenScopes: ['read'],
    area: 'audit',
    summary: `Lists who changed what, newest first. Pass \`next\` as \`before\` to get the next page. ${auditReaders}`,
    query: Type.Object({
      before: OptionalDecimalId('before'),
      limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
      ...auditFilterFields,
    }),
    response: Success({
      entries: Type.Array(AuditEntry),
      next: Nullable(Id),
    }),
  },
});

import { type TProperties, Type } from 'typebox';
import { problemCodes } from './values/problem-codes.ts';

/** The response to every call that failed. */
export const Problem = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  code: Type.Optional(Type.Enum(problemCodes)),
  requestId: Type.Optional(Type.String()),
  current: Type.Optional(
    Type.Unknown({ description: 'The current record, if the edit started from an older version' }),
  ),
});

/** The response to a call that succeeded. */
export const Success = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({ success: Type.Literal(true), ...fields });

export const Done = Success({});

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalCount: Type.Integer(),
});

export const Id = Type.String({ description: 'Decimal id' });
export const Time = Type.String({ description: 'ISO 8601' });
export const OptionalTime = Type.Union([Time, Type.Null()]);
export const Version = Type.Integer({ description: 'Increases with every change' });

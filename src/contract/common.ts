import { Type } from 'typebox';

/** The answer to every call that failed. */
export const Problem = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  requestId: Type.Optional(Type.String()),
  current: Type.Optional(Type.Unknown({ description: 'The record as it stands, where an edit was stale' })),
});

export const Done = Type.Object({ success: Type.Literal(true) });

export const IdParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'Decimal id' }) });

/** Far enough for any list, and small enough that page times limit stays an exact integer. */
const lastPage = 1_000_000_000;

export const Page = Type.Integer({ minimum: 1, maximum: lastPage, default: 1 });

/** Visitors are held to a lower limit than administrators; the handler knows which of the two asks. */
export const VideoLimit = (defaultValue: number) => Type.Integer({ minimum: 1, maximum: 5000, default: defaultValue });
export const NameLimit = (defaultValue: number) => Type.Integer({ minimum: 1, maximum: 1000, default: defaultValue });

/** Any text is just text: long ones are cut by the search, not refused. */
export const SearchText = Type.String({ maxLength: 20_000, default: '' });

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalCount: Type.Integer(),
});

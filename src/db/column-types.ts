import type { ColumnType } from 'kysely';

export type Time = ColumnType<Date, Date | string | undefined, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** Inserted as text, e.g. 2026-11-16. */
export type Day = ColumnType<Date, string, string>;

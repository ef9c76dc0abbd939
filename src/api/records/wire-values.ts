// Ids and times in the API: decimal text, and ISO 8601.

export const isoTime = (time: Date | null | undefined) => time?.toISOString() ?? null;

export const idOrNull = (id: number | null) => (id === null ? null : String(id));

type WithIsoTimes<Row> = {
  [Field in keyof Row]: Row[Field] extends Date ? string : Row[Field] extends Date | null ? string | null : Row[Field];
};

/** Converts all dates among the fields of a row. */
export const withIsoTimes = <Row extends object>(row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value instanceof Date ? value.toISOString() : value]),
  ) as WithIsoTimes<Row>;

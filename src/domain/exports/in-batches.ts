const batchSize = 500;

/** Reads what has these keys a batch at a time; the next one when the previous one has been taken. */
export async function* inBatches<Key, Row>(
  keys: readonly Key[],
  read: (batch: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let at = 0; at < keys.length; at += batchSize) yield await read(keys.slice(at, at + batchSize));
}

/**
 * Reads everything by ascending id, from after the last id of the previous batch (keyset pagination). No transaction stays open
 * meanwhile, which would keep VACUUM from its work.
 */
export async function* byId<Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read(after, batchSize);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? after;
  }
}

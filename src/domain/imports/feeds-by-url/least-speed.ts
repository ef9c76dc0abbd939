const windowMs = 5 * 60_000;
/** 1 KB a second. */
const minBytes = 300 * 1024;

/** A feed that drips would keep its place for hours, and others' feeds from being fetched. */
export async function* atLeastSpeed(body: AsyncIterable<Buffer>, now: () => Date): AsyncGenerator<Buffer> {
  let [waitedMs, bytes] = [0, 0];
  let askedAt = now().getTime();
  for await (const part of body) {
    waitedMs += now().getTime() - askedAt;
    bytes += part.length;
    if (waitedMs > windowMs) {
      if (bytes < minBytes) throw new Error('It sends less than 1 KB a second.');
      [waitedMs, bytes] = [0, 0];
    }
    yield part;
    // What the database takes meanwhile is not the other server's time.
    askedAt = now().getTime();
  }
}

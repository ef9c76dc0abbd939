/** Prepares the next value while the one before is being worked on. */
export async function* readAhead<Value>(values: AsyncGenerator<Value>): AsyncGenerator<Value> {
  let next = values.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done) return;
      next = values.next();
      // Whoever asks for it gets the error; nobody may ask.
      next.catch(() => {});
      yield value;
    }
  } finally {
    await next.catch(() => {});
    await values.return(undefined);
  }
}

import type { Db } from '#db/database.ts';
import { type Click, type ClickJudgeOptions, createClickJudge, type Visitor } from './click-judge.ts';
import { type CountedClicks, writeClicks } from './write-clicks.ts';

export interface ClickCounterOptions extends ClickJudgeOptions {
  db: Db;
  readTimeZone: () => Promise<string>;
  onError: (error: unknown) => void;
  /** How long clicks are collected before they are written. */
  writeAfterMs?: number;
}

export interface ClickCounter {
  sawPage: (visitor: Visitor) => void;
  /** Counts a click if it is a person's. It never fails, and waits for nothing. */
  count: (click: Click) => void;
  /** Writes what has been collected. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Bounds memory while the database is slow. */
const maxPending = 10_000;

/** Collects clicks and writes them together, so that nobody waits for the database when they leave. */
export const createClickCounter = (options: ClickCounterOptions): ClickCounter => {
  const { db, readTimeZone, onError, writeAfterMs = 5_000 } = options;
  const judge = createClickJudge(options);
  let pending = new Map<string, CountedClicks>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async () => {
    const collected = [...pending.values()];
    pending = new Map();
    if (collected.length === 0) return;
    // A lost count is of no consequence: it is not retried.
    await readTimeZone()
      .then((timeZone) => writeClicks(db, collected, timeZone))
      .catch(onError);
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  };

  return {
    sawPage: judge.sawPage,
    count: (click) => {
      const { kind, target } = click;
      const key = `${kind} ${target}`;
      const counted = pending.get(key);
      if ((!counted && pending.size >= maxPending) || !judge.counts(click)) return;
      pending.set(key, { kind, target, clicks: (counted?.clicks ?? 0) + 1 });
      timer ??= setTimeout(flush, writeAfterMs).unref();
    },
    flush,
    stop: flush,
  };
};

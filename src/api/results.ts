import type { ResultRecord, resultRoutes } from '#contract/results.ts';
import { type Result, readResultDays, readResults } from '#domain/results/read-results.ts';
import { readTimeZone } from '#domain/settings/settings.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

const toResultRecord = ({ subjectId, ...result }: Result): ResultRecord => ({
  _id: subjectId === 0 ? null : String(subjectId),
  ...result,
  clicks: result.plays + result.otherLinks + result.embeds + result.visits,
});

export const resultHandlers = ({ db }: ApiContext): HandlersOf<keyof typeof resultRoutes> => ({
  getResults: async ({ query: { by, days } }) => {
    const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
    return { success: true, results: (await readResults(db, range)).map(toResultRecord) };
  },
  getResultDays: async ({ query: { by, days, id } }) => {
    const range = { kind: by, days: Number(days), timeZone: await readTimeZone(db) };
    return { success: true, days: await readResultDays(db, range, id ? Number(id) : undefined) };
  },
});

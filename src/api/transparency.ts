import { LRUCache } from 'lru-cache';
import type { TransparencyReport, transparencyRoutes } from '#contract/transparency.ts';
import {
  daysOf,
  isDay,
  isPeriod,
  lastTwelveMonths,
  maxPeriodYears,
  type Period,
} from '#contract/values/transparency-period.ts';
import { readCaseFigures } from '#domain/cases/case-figures.ts';
import { NotFoundError, ValidationError } from '#domain/errors.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';
import { siteSettings } from './site-settings.ts';

const maxAgeMs = 600_000;
const maxReports = 500;

const assertPeriod = (period: Period) => {
  if (!isPeriod(period))
    throw new ValidationError(`Choose a period of at most ${maxPeriodYears} years that does not end before it begins.`);
};

export const transparencyHandlers = (context: ApiContext): HandlersOf<keyof typeof transparencyRoutes> => {
  const read = async (from: string, to: string, timeZone: string): Promise<TransparencyReport> => {
    const figures = await readCaseFigures(context.db, { from, to, timeZone });
    return { success: true, from, to, ...figures };
  };
  /** What visitors get: they may ask for the figures of any months again and again. */
  const reports = new LRUCache<string, TransparencyReport>({
    max: maxReports,
    ttl: maxAgeMs,
    fetchMethod: (key) => read(...(JSON.parse(key) as [string, string, string])),
  });

  return {
    getTransparency: async ({ query }) => {
      const { publishTransparency, timeZone } = await siteSettings(context);
      if (!publishTransparency) throw new NotFoundError('The figures are not published.');
      const months = { ...lastTwelveMonths(new Date()), ...query };
      assertPeriod(months);
      const { from, to } = daysOf(months);
      return (await reports.fetch(JSON.stringify([from, to, timeZone]))) ?? read(from, to, timeZone);
    },
    getCaseFigures: async ({ query }) => {
      const { timeZone } = await siteSettings(context);
      const days = { ...daysOf(lastTwelveMonths(new Date())), ...query };
      assertPeriod(days);
      if (!isDay(days.from) || !isDay(days.to)) throw new ValidationError('There is no such day.');
      return read(days.from, days.to, timeZone);
    },
  };
};

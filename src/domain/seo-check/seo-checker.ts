import type { Db } from '#db/database.ts';
import { isSameToken } from '#domain/secrets/token.ts';
import { type CrawlProgress, crawlSite } from './crawl-site.ts';
import { type OwnSite, ownPageFetcher } from './fetch-page.ts';
import type { SeoReport } from './report.ts';
import { finishSeoCheck, interruptSeoCheck, type SeoCheck, saveProgress, startSeoCheck } from './seo-checks.ts';
import { seoCheckToken } from './token.ts';

const maxPages = 250_000;
const saveEveryMs = 2000;

export interface SeoCheckOptions {
  site: OwnSite;
  isGentle: boolean;
  signal: AbortSignal;
  onProgress?: (progress: CrawlProgress) => void;
}

/** Runs a check that has been started, and stores its progress and its report. Resolves to nothing if it is cancelled. */
export const runSeoCheck = async (
  db: Db,
  { id }: SeoCheck,
  options: SeoCheckOptions,
): Promise<SeoReport | undefined> => {
  const { site, isGentle, onProgress } = options;
  const cancelled = new AbortController();
  const signal = AbortSignal.any([options.signal, cancelled.signal]);
  let savedAt = 0;
  let latest: CrawlProgress = { read: 0, known: 0 };
  const save = async () => {
    if (!(await saveProgress(db, id, latest))) cancelled.abort();
  };
  try {
    const report = await crawlSite({
      fetchPage: ownPageFetcher(site, signal),
      siteUrl: site.siteUrl,
      maxPages,
      isGentle,
      signal,
      onProgress: async (progress) => {
        latest = progress;
        onProgress?.(progress);
        if (performance.now() - savedAt < saveEveryMs) return;
        savedAt = performance.now();
        await save();
      },
    });
    await save();
    await finishSeoCheck(db, id, report);
    return cancelled.signal.aborted ? undefined : report;
  } catch (error) {
    await interruptSeoCheck(db, id);
    if (signal.aborted) return undefined;
    throw error;
  }
};

export interface SeoChecker {
  /** Starts a check, which goes on in the background. */
  start: (startedBy: string) => Promise<SeoCheck>;
  /** Whether a request with this token comes from a check. */
  isOwnToken: (sent: unknown) => boolean;
  /** Interrupts the running check, if this process runs it. */
  stop: () => Promise<void>;
}

interface SeoCheckerOptions {
  db: Db;
  siteUrl: string;
  secretKey: Buffer;
  /** Where the site listens, once it does. */
  listening: Promise<string>;
  onError: (error: unknown) => void;
}

/** Checks that admins start in the back-office. */
export const createSeoChecker = (options: SeoCheckerOptions): SeoChecker => {
  const { db, siteUrl, secretKey, listening, onError } = options;
  const token = seoCheckToken(secretKey);
  const stopped = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  return {
    start: async (startedBy) => {
      const check = await startSeoCheck(db, startedBy);
      running = listening
        .then((url) => ({ url, siteUrl, token }))
        .then((site) => runSeoCheck(db, check, { site, isGentle: true, signal: stopped.signal }))
        .catch(onError);
      return check;
    },
    isOwnToken: (sent) => isSameToken(sent, token),
    stop: async () => {
      stopped.abort();
      await running;
    },
  };
};

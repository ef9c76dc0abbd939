import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, postBody } from '../faults/support/back-office.ts';

const visitors = 6;
const visitorPauseMs = 40;
const adminPauseMs = 100;

/** A file that every page of the build loads, and one of each of its routes. */
export const assetPaths = (buildDir: string) =>
  readdirSync(join(buildDir, 'client/assets'))
    .filter((name) => /^(manifest|entry\.client|site|tags|video|search)-.*\.js$/.test(name))
    .map((name) => `/assets/${name}`);

/** Requests pages, files and calls, and writes as an admin, until it is stopped. Everything has to be answered with 200. */
export const startLoad = (siteUrl: string, api: Caller, assets: readonly string[]) => {
  const files = [...assets];
  const failures: string[] = [];
  const durations: number[] = [];
  const written: string[] = [];
  let isStopped = false;

  /** Pages that are cached and pages that nobody has asked for, files and calls. */
  const pathsOf = (n: number) => [
    '/',
    '/tags',
    `/search?q=harbour${n}`,
    `/video/${1 + (n % 60)}`,
    files[n % files.length] ?? '/',
    '/api/tags',
    `/new-content.data?n=${n}`,
    '/sitemap.xml',
  ];

  const timed = async (what: string, statusOf: () => Promise<number>) => {
    const startedAt = performance.now();
    const status = await statusOf().catch((error: Error) => String(error.cause ?? error));
    durations.push(performance.now() - startedAt);
    if (status !== 200) failures.push(`${what}: ${status}`);
    return status === 200;
  };

  const visit = async (path: string) => {
    const response = await fetch(siteUrl + path, { signal: AbortSignal.timeout(30_000) });
    await response.arrayBuffer();
    return response.status;
  };

  const startVisitor = async (number: number) => {
    for (let n = number; !isStopped; n++) {
      const paths = pathsOf(n * visitors);
      await timed(paths[n % paths.length] ?? '/', () => visit(paths[n % paths.length] ?? '/'));
      await pause(visitorPauseMs);
    }
  };

  const startAdmin = async () => {
    for (let n = 0; !isStopped; n++) {
      const title = `written${n}`;
      const isAcknowledged = await timed(`adding ${title}`, async () => {
        const { status } = await api('POST', '/postdata', postBody(title));
        return status;
      });
      if (isAcknowledged) written.push(title);
      await pause(adminPauseMs);
    }
  };

  const running = Promise.all([...Array.from({ length: visitors }, (_, number) => startVisitor(number)), startAdmin()]);
  return {
    /** Files of a build that pages link to from now on. */
    addFiles: (more: readonly string[]) => files.push(...more),
    count: () => durations.length,
    stop: async () => {
      isStopped = true;
      await running;
      const sorted = durations.toSorted((a, b) => a - b);
      const longest = `${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
      const median = `${(sorted[Math.floor(sorted.length / 2)] ?? 0).toFixed(1)} ms`;
      const figures = `${durations.length} requests, ${failures.length} failed, ${written.length} writes; ${median} (median), ${longest} (longest)`;
      return { failures, written, figures };
    },
  };
};

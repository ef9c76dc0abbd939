import { formatBytes } from '#contract/values/checks.ts';
import { type Check, failure, formatDuration, ok, plural, warning } from './check.ts';

export interface RuntimeFacts {
  /** Without a leading “v”. */
  nodeVersion: string;
  pinnedVersion: string;
  version: string;
  isBuilt: boolean;
  canBuild: boolean;
}

export const checkRuntime = ({ nodeVersion, pinnedVersion, version, isBuilt, canBuild }: RuntimeFacts): Check[] => [
  nodeVersion === pinnedVersion
    ? ok('Version', `Marquee ${version} on Node ${nodeVersion}.`)
    : warning(
        'Version',
        `Marquee ${version} runs on Node ${nodeVersion}, but is tested with ${pinnedVersion}.`,
        'Use "npm start" and "npx marquee", which choose the right one.',
      ),
  isBuilt || canBuild
    ? ok('Pages', isBuilt ? 'The pages are built.' : 'The next start builds the pages.')
    : warning(
        'Pages',
        'The pages are not built, and this user may not write to the checkout.',
        'Run "npx marquee build" as the user that owns the checkout.',
      ),
];

const megabyte = 1024 ** 2;
/** Measured with 10,000 to 5,000,000 videos: docs/operations/install.md, How large a machine. */
const siteBytes = 340 * megabyte;
const bytesPerVideo = 320;
const embeddedDatabaseBytes = 400 * megabyte;
/** The rest is for the system and its disk cache. */
const usableShare = 0.9;

export interface MemoryFacts {
  videos: number;
  pageCacheMb: number;
  isEmbedded: boolean;
  /** Memory of the machine or container. */
  availableBytes: number;
}

export const judgeMemory = ({ videos, pageCacheMb, isEmbedded, availableBytes }: MemoryFacts): Check => {
  const needed = siteBytes + videos * bytesPerVideo + pageCacheMb * megabyte + (isEmbedded ? embeddedDatabaseBytes : 0);
  const sentence = `About ${formatBytes(needed)} of ${formatBytes(availableBytes)} are needed for ${plural(videos, 'video')}.`;
  return needed < availableBytes * usableShare
    ? ok('Memory', sentence)
    : warning('Memory', sentence, 'Add memory, or lower PAGE_CACHE_MB.');
};

export interface ClockAnswer {
  /** Time of the other clock. */
  time: number;
  precisionMs: number;
  /** Time of the request, by this machine's clock. */
  askedAt: number;
  /** Time of the response, by this machine's clock. */
  answeredAt: number;
}

/** The quickest answer is the most precise one. */
export const quickestAnswer = (first: ClockAnswer, ...others: ClockAnswer[]): ClockAnswer => {
  const ms = ({ askedAt, answeredAt }: ClockAnswer) => answeredAt - askedAt;
  return others.reduce((quickest, each) => (ms(each) < ms(quickest) ? each : quickest), first);
};

/** From here on, schedules and logs of several machines disagree. */
const noticeableMs = 2_000;
/** Codes of authenticator apps are valid for 30 seconds. */
const harmfulMs = 30_000;

/** Compares this machine's clock with another. */
export const judgeClock = (other: string, { time, precisionMs, askedAt, answeredAt }: ClockAnswer): Check => {
  // The other clock was read at an unknown time between request and response.
  const uncertainMs = (answeredAt - askedAt) / 2 + precisionMs;
  const difference = time - (askedAt + answeredAt) / 2;
  const certainMs = Math.max(0, Math.abs(difference) - uncertainMs);
  if (certainMs < noticeableMs) return ok('Clock', `The clock agrees with that of ${other}.`);
  const sentence = `The clock of this machine is ${formatDuration(certainMs)} ${difference > 0 ? 'behind' : 'ahead of'} that of ${other}.`;
  const whatToDo = 'Synchronize both with a time server, for example with chrony or systemd-timesyncd.';
  return certainMs < harmfulMs ? warning('Clock', sentence, whatToDo) : failure('Clock', sentence, whatToDo);
};

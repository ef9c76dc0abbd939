import type { BenchSite } from '../support/site-of-size.ts';
import type { Row } from '../support/table.ts';

/** Something that once did harm. It runs on loopback, bounded in count and time. */
export interface Attack {
  name: string;
  /** How many descriptors the site may have open meanwhile. */
  maxFiles: number;
  /** Returns what the attacker achieved, if that matters beside the harm. */
  run: (site: BenchSite) => Promise<Row[]>;
}

/** What the site has open when nobody asks anything, with a margin. */
export const idleFiles = 120;

/** Every attacker has an IP of its own, so that one attack doesn't use up another's rate limit. */
let lastAttacker = 0;
export const nextIp = () => `127.0.1.${++lastAttacker}`;

import type { BenchSite } from '../support/site-of-size.ts';
import type { Row } from '../support/table.ts';

/** An attack that once did harm. Runs on loopback, bounded in count and time. */
export interface Attack {
  name: string;
  /** File descriptors that the site may have open during the attack. */
  maxFiles: number;
  /** What the process may take at most, if it is less than for other attacks. */
  maxMemoryMb?: number;
  /** How long visitors may wait during the attack. Without it, compared with before. */
  visitors?: { p95Ms: number; longestMs: number };
  /** Returns the attack's own figures, besides those of visitors. */
  run: (site: BenchSite) => Promise<Row[]>;
}

/** File descriptors of an idle site, with a margin. */
export const idleFiles = 120;

/** A new IP for each attacker, so that one attack doesn't use up another's rate limit. */
let lastAttacker = 0;
export const nextIp = () => `127.0.1.${++lastAttacker}`;

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchSite } from './site-of-size.ts';

/** Linux reports processor time in ticks of this length, independent of the kernel's timer. */
const msPerTick = 10;

interface ProcessStat {
  parent: number;
  /** Processor time of all threads, and of children that have ended. */
  ms: number;
}

/** Undefined if the process has ended. */
const statOf = (pid: number | string): ProcessStat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may contain spaces. It is followed by state, parent, …, utime, stime, cutime, cstime.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { parent: Number(fields[1]), ms: ticks * msPerTick };
  } catch {
    return undefined;
  }
};

/** Processor time of a process and its children. PostgreSQL forks one for each connection. */
const familyMs = (pid: number): number => {
  let sum = statOf(pid)?.ms ?? 0;
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(name) : undefined;
    if (stat?.parent === pid) sum += stat.ms;
  }
  return sum;
};

export interface ProcessorTime {
  siteMs: number;
  postgresMs: number;
}

/** Processor time of the site and its PostgreSQL since their start. */
export const processorTimeOf = ({ pid, dataDir }: Pick<BenchSite, 'pid' | 'dataDir'>): ProcessorTime => {
  const [postmaster] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n');
  return { siteMs: familyMs(pid() ?? 0), postgresMs: familyMs(Number(postmaster)) };
};

import { execFileSync } from 'node:child_process';

/** The processes of a PostgreSQL server that serve one connection each. */
export const connectionsOf = (server: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+postgres: marquee/.exec(line))
    .filter((match) => Number(match?.[2]) === server)
    .map((match) => Number(match?.[1]));

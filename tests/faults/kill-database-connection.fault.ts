/** kill -9 of the process that serves one of PostgreSQL's connections: the server then restarts all of them. */
import { execFileSync } from 'node:child_process';
import { it } from 'vitest';
import { interruptDatabase } from './support/interrupt-database.ts';

const connectionsOf = (server: number) =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+postgres: marquee/.exec(line))
    .filter((match) => Number(match?.[2]) === server)
    .map((match) => Number(match?.[1]));

it('loses nothing that was acknowledged', () =>
  interruptDatabase('a connection', (server) => {
    const [connection] = connectionsOf(server);
    if (connection === undefined) throw new Error('PostgreSQL has no connections');
    return connection;
  }));

/** kill -9 of the process that serves one of PostgreSQL's connections: the server then restarts all of them. */
import { it } from 'vitest';
import { connectionsOf } from './support/database-connections.ts';
import { interruptDatabase } from './support/interrupt-database.ts';

it('loses nothing that was acknowledged', () =>
  interruptDatabase('a connection', (server) => {
    const [connection] = connectionsOf(server);
    if (connection === undefined) throw new Error('PostgreSQL has no connections');
    return connection;
  }));

/** kill -9 of PostgreSQL's server process at each step of a write. */
import { it } from 'vitest';
import { interruptDatabase } from './support/interrupt-database.ts';

it('loses nothing that was acknowledged', () => interruptDatabase('the server', (server) => server));

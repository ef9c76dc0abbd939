/** Runs the bulk changes of a database, for a test that kills it. */
import { openDatabase } from '#db/database.ts';
import { createBulkChangeRunner } from '#domain/bulk-changes/runner.ts';

const { db, close } = openDatabase(process.argv[2] ?? '');
const logger = { info: () => {}, error: console.error };
const runner = createBulkChangeRunner({ db, node: 'killed', logger, batchSize: 1, restFactor: 0 });
await runner.runDue();
await runner.idle();
await close();

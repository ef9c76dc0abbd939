/** Works on the imports of a database, for a test that kills it. */
import { openDatabase } from '#db/database.ts';
import { createImportRunner } from '#domain/imports/runner.ts';

const [url = '', batchRows = '2'] = process.argv.slice(2);
const { db, close } = openDatabase(url);
const logger = { error: console.error };
const runner = createImportRunner({ db, node: 'killed', logger, batchRows: Number(batchRows), restFactor: 0 });
await runner.runDue();
await runner.idle();
await close();

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from '#domain/imports/imports.ts';
import { until } from '../../support/until.ts';

/** Runs imports in a process of its own, and kills it once the import is as far as `isFar` wants. */
export const killDuring = async (
  { db, url }: { db: Db; url: string },
  id: number,
  isFar: (progress: Import) => boolean | Promise<boolean>,
  { batchRows = 2, whenKilled = async () => {} } = {},
): Promise<Import> => {
  const program = join(import.meta.dirname, 'run-imports.ts');
  const child = spawn(process.execPath, [program, url, String(batchRows)], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  try {
    await until(async () => child.exitCode !== null || (await isFar(await readImport(db, id))), 1);
  } finally {
    child.kill('SIGKILL');
    await exited;
    await whenKilled();
  }
  const left = await readImport(db, id);
  // Nobody goes on before the killed process has been silent for a while: as if that time had passed.
  await sql`update imports set alive_at = now() - interval '1 minute' where id = ${id}::bigint`.execute(db);
  return left;
};

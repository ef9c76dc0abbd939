import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from '#domain/imports/imports.ts';

/** Runs imports in a process of its own, and kills it once the import is as far as `isFar` wants, plus so many milliseconds. */
export const killDuring = async (
  { db, url }: { db: Db; url: string },
  id: number,
  isFar: (progress: Import) => boolean,
  { batchRows = 2, moreMs = 0 } = {},
): Promise<Import> => {
  const program = join(import.meta.dirname, 'run-imports.ts');
  const child = spawn(process.execPath, [program, url, String(batchRows)], { stdio: 'inherit' });
  const exited = once(child, 'exit');
  try {
    while (!isFar(await readImport(db, id)) && child.exitCode === null) await sleep(1);
    if (moreMs > 0) await sleep(moreMs);
  } finally {
    child.kill('SIGKILL');
    await exited;
  }
  const left = await readImport(db, id);
  // Nobody goes on before the killed process has been silent for a while: as if that time had passed.
  await sql`update imports set alive_at = now() - interval '1 minute' where id = ${id}::bigint`.execute(db);
  return left;
};

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { type Import, readImport } from './imports.ts';
import { createImportRunner } from './runner.ts';

interface RunHereOptions {
  /** Called now and then. */
  onProgress: (progress: Import) => void;
  /** Leaves the import to whoever goes on with it. */
  signal: AbortSignal;
  logger: Record<'error', (details: object, message: string) => void>;
}

const pollMs = 250;
const isAtWork = ({ state }: Import) => state === 'checking' || state === 'running' || state === 'undoing';

/** Works on one import in this process until it has ended. The site may have taken it on first; then it only watches. */
export const runHere = async (db: Db, id: number, options: RunHereOptions): Promise<Import> => {
  const { onProgress, signal, logger } = options;
  const runner = createImportRunner({ db, node: 'command line', logger, restFactor: 0, importId: id });
  try {
    for (;;) {
      await runner.runDue();
      const progress = await readImport(db, id);
      onProgress(progress);
      if (!isAtWork(progress) || signal.aborted) return progress;
      await Promise.race([
        runner.idle().then(() => sleep(pollMs)),
        sleep(pollMs, undefined, { signal }).catch(() => {}),
      ]);
    }
  } finally {
    await runner.stop();
  }
};

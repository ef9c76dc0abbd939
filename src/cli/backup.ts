import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { formatBytes } from '#contract/values/checks.ts';
import { type DatabaseServer, openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { version } from '#db/version.ts';
import { checkBackup } from '#domain/backup/check-backup.ts';
import { restoreBackup } from '#domain/backup/restore-backup.ts';
import { writeBackup } from '#domain/backup/write-backup.ts';
import { loadConfig } from '#server/config.ts';
import { progressBar, untilStopped } from './terminal.ts';

const sizeOf = (path: string) => formatBytes(statSync(path).size);

/** Opens the database without migrating it: a backup must not change it, and a restore expects it to be empty. */
const withServer = async <T>(signal: AbortSignal, work: (server: DatabaseServer) => Promise<T>): Promise<T> => {
  const server = await openServer(loadConfig(), { join: true });
  try {
    signal.throwIfAborted();
    return await work(server);
  } finally {
    await server.stop();
  }
};

const check = async (path: string, signal: AbortSignal) => {
  const bar = progressBar();
  const { header } = await checkBackup({
    path,
    signal,
    onProgress: (done) => bar.update({ step: 'reading', done }),
  }).finally(bar.stop);
  console.log(`${path} is complete: made on ${header.createdAt} by Marquee ${header.version}, ${sizeOf(path)}.`);
};

const backUp = async (path: string, signal: AbortSignal) => {
  const bar = progressBar();
  await withServer(signal, ({ ownerUrl }) =>
    writeBackup({ url: ownerUrl, path, version, signal, onProgress: bar.update }),
  ).finally(bar.stop);
  console.log(`Backup written to ${path}, ${sizeOf(path)}.`);
  console.log(
    'It does not contain the secret key. Keep a copy of SECRET_KEY, or of secret.key in the data folder, elsewhere.',
  );
};

const restore = async (path: string, signal: AbortSignal) => {
  const bar = progressBar();
  const header = await withServer(signal, async (server) => {
    const restored = await restoreBackup({ ownerUrl: server.ownerUrl, path, signal, onProgress: bar.update });
    await prepareSchema(server);
    return restored;
  }).finally(bar.stop);
  console.log(`Restored the site as it was on ${header.createdAt}.`);
  console.log(
    'Start it with its original secret key: copy secret.key into the data folder, or set SECRET_KEY. Otherwise authenticator apps no longer work.',
  );
};

export const addBackupCommands = (program: Command) => {
  program
    .command('backup')
    .description('write everything in the database to a file, while the site keeps running')
    .argument('<file>', 'the file to write')
    .option('--check', 'check that an existing backup can be restored, instead of writing one', false)
    .action((path: string, options: { check: boolean }) =>
      options.check
        ? untilStopped('The check was canceled.', (signal) => check(path, signal))
        : untilStopped('The backup was canceled: nothing was written.', (signal) => backUp(path, signal)),
    );
  program
    .command('restore')
    .description('load a backup into an empty database; if it fails, nothing is loaded')
    .argument('<file>', 'the backup')
    .action((path: string) =>
      untilStopped('The restore was canceled: the database is as empty as before.', (signal) => restore(path, signal)),
    );
};

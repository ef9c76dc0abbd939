import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { openServer } from '#db/open-server.ts';
import { prepareSchema } from '#db/prepare-schema.ts';
import { checkBackup } from '#domain/backup/check-backup.ts';
import { restoreBackup } from '#domain/backup/restore-backup.ts';
import { writeBackup } from '#domain/backup/write-backup.ts';
import { version } from '#domain/version.ts';
import { loadConfig } from '#server/config.ts';
import { progressBar } from './progress.ts';

const megabytes = (path: string) => `${(statSync(path).size / 1024 / 1024).toFixed(1)} MB`;

/** Runs on the site's database as it is: a backup must not migrate it, and a restore expects no schema. */
const withServer = async <T>(work: (server: Awaited<ReturnType<typeof openServer>>) => Promise<T>): Promise<T> => {
  const server = await openServer(loadConfig(), { join: true });
  return work(server).finally(server.stop);
};

const check = async (path: string) => {
  const bar = progressBar();
  const { header } = await checkBackup({
    path,
    onProgress: (done) => bar.update({ step: 'reading', done }),
  }).finally(bar.stop);
  console.log(`${path} is complete: made on ${header.createdAt} by Marquee ${header.version}, ${megabytes(path)}.`);
};

const backUp = async (path: string) => {
  const bar = progressBar();
  await withServer(({ ownerUrl }) => writeBackup({ ownerUrl, path, version, onProgress: bar.update })).finally(
    bar.stop,
  );
  console.log(`Backup written to ${path}, ${megabytes(path)}.`);
  console.log(
    'It does not contain the secret key: keep secret.key of the data folder, or SECRET_KEY, in another place.',
  );
};

const restore = async (path: string) => {
  const bar = progressBar();
  const header = await withServer(async (server) => {
    const restored = await restoreBackup({ ownerUrl: server.ownerUrl, path, onProgress: bar.update });
    await prepareSchema(server);
    return restored;
  }).finally(bar.stop);
  console.log(`Restored the site as it was on ${header.createdAt}.`);
};

export const addBackupCommands = (program: Command) => {
  program
    .command('backup')
    .description('write everything in the database to a file, while the site goes on')
    .argument('<file>', 'the file to write')
    .option('--check', 'read an existing backup instead, and say whether it can be restored', false)
    .action((path: string, options: { check: boolean }) => (options.check ? check(path) : backUp(path)));
  program
    .command('restore')
    .description('load a backup into an empty database: all of it, or nothing')
    .argument('<file>', 'the backup')
    .action(restore);
};

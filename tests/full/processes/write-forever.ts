/** A process that writes the first bytes of a backup to the command in its arguments, and never the last ones. */
import { runCommand } from '#domain/backup/run-command.ts';

async function* endless() {
  yield Buffer.from('beginning\n');
  // The command that reads this keeps the process alive.
  await new Promise(() => {});
}

await runCommand(process.argv[2] ?? '', {
  variable: 'BACKUP_TO',
  backupName: 'a.backup',
  writeInput: (write) => write(endless()),
  hangMs: 2 ** 31 - 1,
  signal: new AbortController().signal,
});

import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { createAdmin, resetPassword } from '#domain/accounts/admins.ts';
import { randomPassword } from '#domain/accounts/passwords.ts';
import { withDatabase } from './with-database.ts';

/** From standard input, so that a password stands in no shell history; an empty line has one made up. */
const askPassword = async () => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const given = process.stdin.isTTY
    ? await lines.question('New password (empty: make one up): ')
    : ((await lines[Symbol.asyncIterator]().next()).value ?? '');
  lines.close();
  return given === '' ? { password: randomPassword(), generated: true } : { password: given, generated: false };
};

const tell = (done: string, { password, generated }: { password: string; generated: boolean }) =>
  console.log(generated ? `${done}\nPassword: ${password}` : done);

export const addAdminCommands = (program: Command) => {
  const admin = program.command('admin').description('manage administrators');

  admin
    .command('create')
    .description('create an administrator; the password is read from standard input')
    .argument('<username>', '3 to 20 characters')
    .argument('<email>')
    .option('--main', 'a main admin, who may manage other administrators', false)
    .action(async (username: string, email: string, { main }: { main: boolean }) => {
      const chosen = await askPassword();
      const role = main ? 'main_admin' : 'admin';
      await withDatabase(({ db }) =>
        createAdmin(db, { username, email, password: chosen.password, role, createdBy: null }),
      );
      tell(`Admin "${username}" created.`, chosen);
    });

  admin
    .command('reset-password')
    .description('set a new password and end all sessions; the password is read from standard input')
    .argument('<identifier>', 'username or email')
    .action(async (identifier: string) => {
      const chosen = await askPassword();
      await withDatabase(({ db }) => resetPassword(db, identifier, chosen.password));
      tell(`Password of "${identifier}" changed.`, chosen);
    });
};

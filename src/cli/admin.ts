import { createInterface } from 'node:readline/promises';
import { type Command, Option } from 'commander';
import { type Role, roles } from '#contract/values/accounts.ts';
import { usernameLength } from '#contract/values/fields.ts';
import { resetPassword, resetSecondFactor, unlockSignIn } from '#domain/accounts/account-resets.ts';
import { createAdminAndNotify } from '#domain/accounts/admins.ts';
import { randomPassword } from '#domain/accounts/passwords.ts';
import { system } from '#domain/audit-log.ts';
import { withDatabase } from './with-database.ts';

/** Reads a password from standard input, so that it isn't in the shell history; an empty line generates one. */
const askPassword = async () => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const typed = process.stdin.isTTY
    ? await lines.question('New password (leave empty to generate one): ')
    : ((await lines[Symbol.asyncIterator]().next()).value ?? '');
  lines.close();
  return typed === '' ? { password: randomPassword(), generated: true } : { password: typed, generated: false };
};

const printResult = (message: string, { password, generated }: { password: string; generated: boolean }) =>
  console.log(generated ? `${message}\nPassword: ${password}` : message);

export const addAdminCommands = (program: Command) => {
  const admin = program.command('admin').description('manage admins');

  admin
    .command('create')
    .description('create an admin; the password is read from standard input')
    .argument('<username>', `${usernameLength} characters`)
    .argument('<email>')
    .option('--main', 'create a main admin, who can manage other admins', false)
    .addOption(new Option('--role <role>', 'what the admin may do').choices(roles).default('admin'))
    .action(async (username: string, email: string, options: { main: boolean; role: Role }) => {
      const choice = await askPassword();
      const role = options.main ? 'main_admin' : options.role;
      const newAdmin = { username, email, password: choice.password, role, createdBy: null } as const;
      await withDatabase(({ db, site }) => createAdminAndNotify(db, newAdmin, { actor: system }, site));
      printResult(`Admin "${username}" created.`, choice);
    });

  admin
    .command('reset-password')
    .description('set a new password and end all sessions; the password is read from standard input')
    .argument('<identifier>', 'username or email')
    .action(async (identifier: string) => {
      const choice = await askPassword();
      await withDatabase(({ db, site }) => resetPassword(db, identifier, choice.password, site));
      printResult(`Password of "${identifier}" changed.`, choice);
    });

  admin
    .command('unlock')
    .description('let an admin sign in again after too many wrong passwords, their own or a stranger’s')
    .argument('<identifier>', 'username or email')
    .action(async (identifier: string) => {
      await withDatabase(({ db }) => unlockSignIn(db, identifier));
      console.log(`"${identifier}" can sign in again.`);
    });

  admin
    .command('reset-second-factor')
    .description('remove the authenticator app, passkeys and recovery codes and end all sessions')
    .argument('<identifier>', 'username or email')
    .action(async (identifier: string) => {
      await withDatabase(({ db, site }) => resetSecondFactor(db, identifier, site));
      console.log(`Second factor of "${identifier}" reset. The password alone signs in again.`);
    });
};

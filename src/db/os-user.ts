import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from './startup-error.ts';

export interface User {
  name: string;
  uid: number;
  gid: number;
}

/** The user that runs PostgreSQL, which refuses to run as root; undefined means the current user. */
export const databaseUser = (): User | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const user = ['postgres', 'nobody'].map((name) => users.find((each) => each.name === name)).find(Boolean);
  if (!user)
    throw new StartupError(
      'PostgreSQL cannot run as root, and this machine has no user "postgres" or "nobody": add one, or start Marquee as another user.',
    );
  return user;
};

/** Whether other users may enter every folder that leads to a path. */
export const isReachableByOthers = (path: string): boolean => {
  const othersMayEnter = 0o001;
  for (let folder = path; ; folder = dirname(folder)) {
    if ((statSync(folder).mode & othersMayEnter) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

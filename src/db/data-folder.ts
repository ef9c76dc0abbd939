import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isReachableByOthers, type User } from './os-user.ts';
import { StartupError } from './startup-error.ts';

const reasonOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error);

/** Creates the data folder, or fails with one line that says why it cannot be used. */
export const prepareDataFolder = (dataDir: string, databaseUser?: User) => {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (databaseUser) chmodSync(dataDir, 0o711);
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} is not writable for user ${userInfo().username} (${reasonOf(error)}): change its owner, or set DATA_DIR to another folder.`,
    );
  }
  if (databaseUser && !isReachableByOthers(dataDir))
    throw new StartupError(
      `The data folder ${dataDir} is inside a private folder that user ${databaseUser.name}, who runs the database for root, cannot enter: set DATA_DIR to a folder elsewhere, /var/lib/marquee for instance.`,
    );
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostmaster } from './postmaster.ts';
import { embeddedSiteRole } from './site-role.ts';

export const superuser = 'marquee';
export const embeddedDatabase = 'marquee';

const readPassword = (file: string) => readFileSync(file, 'utf8').trim();

/** Connection URL of a database of the embedded server, for its superuser. */
export const superuserUrl = (dataDir: string, port: number, database: string): string =>
  `postgres://${superuser}:${readPassword(join(dataDir, 'postgres.password'))}@127.0.0.1:${port}/${encodeURIComponent(database)}`;

export const sitePasswordFile = (dataDir: string): string => join(dataDir, 'postgres-site.password');

export const siteUrlOf = (ownerUrl: string, password: string): string =>
  Object.assign(new URL(ownerUrl), { username: embeddedSiteRole, password }).href;

/** The URLs of the embedded server of a data folder, if it is running: nothing is started. */
export const findEmbeddedServer = (dataDir: string): { url: string; ownerUrl: string } | undefined => {
  const postmaster = findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) return undefined;
  const ownerUrl = superuserUrl(dataDir, postmaster.port, embeddedDatabase);
  const file = sitePasswordFile(dataDir);
  return { ownerUrl, url: existsSync(file) ? siteUrlOf(ownerUrl, readPassword(file)) : ownerUrl };
};

import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { sendRaw } from './raw-connection.ts';

/** A file that the site sends from disk. */
export const largeFile = '/sitemap-pages.xml';

/** More than the kernel buffers for a connection whose client doesn't read. */
const largeBytes = 64 * 1024 * 1024;

/** Makes the file large; returns where it is. Must be the first generated file that is requested. */
export const enlargeFile = async (site: { url: string; dataDir: string }): Promise<string> => {
  await sendRaw(site.url, `GET ${largeFile} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const folder = join(site.dataDir, 'generated');
  // The clients of these tests accept gzip.
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.gz')) ?? '');
  truncateSync(path, largeBytes);
  return path;
};

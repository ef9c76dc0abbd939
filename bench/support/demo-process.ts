import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '../../tests/support/running-site.ts';

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** The demo site in its own process and a temporary data folder; `settings` are environment variables. */
export const startDemo = async (settings: Record<string, string> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-demo-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const site = await startProcess({
    DATA_DIR: dataDir,
    PORT: String(port),
    SITE_URL: url,
    RATE_LIMIT: '0',
    ...settings,
  });
  if (site.url === '') throw new Error(`The site did not start:\n${site.output()}`);
  const stop = async () => {
    site.process.kill('SIGTERM');
    await site.exit;
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url, port, stop };
};

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer } from '#db/open-server.ts';
import { prepareDataFolder, startSite } from './site-of-size.ts';

/** Two nodes that serve the same catalogue. */
export const startTwoNodes = async (videos: number) => {
  const { dataDir, cookie } = await prepareDataFolder(videos);
  const server = await openServer({ databaseUrl: undefined, dataDir });
  const otherDir = mkdtempSync(join(tmpdir(), 'marquee-node-'));
  const settings = { DATABASE_URL: server.url, DATABASE_OWNER_URL: server.ownerUrl };
  const first = await startSite({ DATA_DIR: dataDir, NODE_NAME: 'first', ...settings });
  cpSync(join(dataDir, 'secret.key'), join(otherDir, 'secret.key'));
  const second = await startSite({ DATA_DIR: otherDir, NODE_NAME: 'second', ...settings });
  return {
    nodes: [first, second],
    databaseUrl: server.url,
    cookie,
    stop: async () => {
      await Promise.all([first.stop(), second.stop()]);
      await server.stop();
      rmSync(otherDir, { recursive: true, force: true });
    },
  };
};

/** Two nodes are upgraded one after the other, and one goes back, while visitors and an admin use the site. */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildDir } from '#server/web-build.ts';
import { checkout } from '../../mutants/scratch-checkout.ts';
import { type LoadBalancer, startLoadBalancer } from '../../support/load-balancer.ts';
import { startProcess } from '../../support/running-site.ts';
import { startPrimary, type TestServer, urlsOf } from '../../support/standby.ts';
import { signIn } from '../faults/support/back-office.ts';
import { siteSettings, temporaryFolder } from '../faults/support/fault-site.ts';
import { report } from '../faults/support/report.ts';
import { assetPaths, startLoad } from './load.ts';
import { addedMigration, createNextVersion } from './next-version.ts';

type NextVersion = Awaited<ReturnType<typeof createNextVersion>>;

interface Node {
  url: string;
  /** Resolves with the exit status. */
  stop: () => Promise<number | null>;
}

const secretKey = randomBytes(32).toString('hex');
let database: TestServer;
let next: NextVersion;
let balancer: LoadBalancer;
let nodes: Node[];

beforeEach(async () => {
  nodes = [];
  [database, next, balancer] = await Promise.all([startPrimary(), createNextVersion(), startLoadBalancer()]);
});

afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await balancer.stop();
  next.remove();
  await database.remove();
});

const startNode = async (folder: string): Promise<Node> => {
  const { url: databaseUrl, ownerUrl } = urlsOf(database);
  const dataDir = temporaryFolder();
  const settings = {
    ...(await siteSettings(dataDir)),
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    SECRET_KEY: secretKey,
    SEED_DEMO: 'true',
    RATE_LIMIT: '0',
    STOP_DELAY: '2',
  };
  const site = await startProcess(settings, folder);
  if (site.url === '') throw new Error(`A node did not start:\n${site.output()}`);
  const node: Node = {
    url: site.url,
    stop: async () => {
      site.process.kill('SIGTERM');
      const status = await site.exit;
      rmSync(dataDir, { recursive: true, force: true });
      return status;
    },
  };
  nodes.push(node);
  return node;
};

/** Starts a node beside the others, as an operator does, and stops one once the new one gets requests. */
const replace = async (old: Node, folder: string) => {
  const added = await startNode(folder);
  await balancer.setNodes(...nodes.map(({ url }) => url));
  await expect.poll(() => balancer.isServing(added.url)).toBe(true);
  expect(await old.stop()).toBe(0);
  nodes = nodes.filter((node) => node !== old);
  await balancer.setNodes(...nodes.map(({ url }) => url));
  return added;
};

/** With requests that were all sent from now on. */
const someMore = async ({ count }: { count: () => number }) => {
  const before = count();
  await expect.poll(count).toBeGreaterThan(before + 100);
};

it('upgrades a site and goes back without a failed request', async () => {
  const first = await startNode(checkout);
  const second = await startNode(checkout);
  await balancer.setNodes(first.url, second.url);
  const load = startLoad(balancer.url, await signIn(balancer.url), assetPaths(buildDir));
  await someMore(load);

  const newer = await replace(first, next.folder);
  const applied = await database.query<{ name: string }>('select name from migrations');
  expect(applied.map(({ name }) => name)).toContain(addedMigration);
  load.addFiles(assetPaths(next.buildDir));
  await someMore(load);
  await replace(second, next.folder);
  await someMore(load);
  expect(await (await fetch(`${balancer.url}/tags`)).text()).toContain('data-version="next"');

  await replace(newer, checkout);
  await someMore(load);
  const { failures, written, figures } = await load.stop();
  report('three nodes replaced, one of them by the version before', figures);
  expect(failures).toEqual([]);
  const titles = await database.query<{ title: string }>(`select title from videos where title like 'written%'`);
  expect(titles.map(({ title }) => title).sort()).toEqual(written.toSorted());
});

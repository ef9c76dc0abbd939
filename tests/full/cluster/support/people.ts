import { expect } from 'vitest';
import { createClient } from '#db/client.ts';
import { prepareSql } from '../../../search/sql-answers.ts';
import { urlsOf } from '../../../support/standby.ts';
import { type Administrators, startAdministrators } from './administrators.ts';
import { createBalancer } from './balancer.ts';
import type { Cluster } from './cluster.ts';
import { answersBySql, findDifferences } from './index-answers.ts';
import { type Comparison, createLedger, type Ledger, type StoredPost } from './ledger.ts';
import { startViewCounter, type ViewCounter, type ViewFigures } from './view-counter.ts';
import { startVisitors, type VisitFigures } from './visitors.ts';

/** How the site is, compared with what visitors and administrators were told. */
export interface Findings {
  posts: Comparison;
  views: ViewFigures;
  visits: VisitFigures;
  /** What nodes answer differently from SQL. */
  differences: string[];
}

/** Everybody who uses the site, through all nodes. */
export interface People {
  administrators: Administrators;
  ledger: Ledger;
  views: ViewCounter;
  /** Waits until so many more writes have been acknowledged. */
  untilAcknowledged: (writes: number) => Promise<void>;
  /** Compares what everybody was told with the database, and the database with every node. Administrators wait meanwhile. */
  check: () => Promise<Findings>;
  stop: () => Promise<void>;
}

const clientOf = async ({ primary }: Cluster) => {
  const client = createClient(urlsOf(primary).ownerUrl);
  await client.connect();
  await client.query('set jit = off');
  return client;
};

const postsSql = `
  select id::text, link, title, deleted_at is not null as deleted from videos where link like 'https://example.com/cluster/%'`;
const viewsSql =
  'select video_id::integer as id, total::integer from video_views order by total desc, video_id limit 1';

/** Pages of every kind. Most are not changed by what administrators do, so they are served from the page cache. */
const pathsOf = (videoId: number) => [
  ...['/', '/2', '/tags', '/pornstars', '/privacy', '/archive', '/our-network', '/category/milfnut', '/search?q=late'],
  `/video/${videoId}`,
];

const warmUp = async ({ nodes }: Cluster, paths: readonly string[]) => {
  for (const { url } of nodes)
    for (const path of paths) {
      const { status } = await fetch(url + path);
      if (status !== 200) throw new Error(`${path} answers ${status}`);
    }
};

export const startPeople = async (cluster: Cluster): Promise<People> => {
  const preparing = await clientOf(cluster);
  await preparing.query(prepareSql);
  // Their videos are looked up one by one, and here are thousands.
  await preparing.query('create index on names (video_id)');
  const { rows } = await preparing.query<{ id: number; total: number }>(viewsSql);
  await preparing.end();
  // More views of the most viewed video change the order of no list.
  const [mostViewed] = rows as [{ id: number; total: number }];

  const paths = pathsOf(mostViewed.id);
  await warmUp(cluster, paths);
  const balancer = createBalancer(cluster.nodes);
  const ledger = createLedger();
  const administrators = await startAdministrators(balancer, ledger);
  const views = startViewCounter(balancer, mostViewed.id, mostViewed.total);
  const visitors = startVisitors(balancer, paths);
  const acknowledged = () => ledger.writes().filter((write) => write.acknowledged).length;

  const compare = async () => {
    const client = await clientOf(cluster);
    try {
      const { rows: stored } = await client.query<StoredPost>(postsSql);
      const { rows: viewed } = await client.query<{ total: number }>(viewsSql);
      const posts = ledger.compare(stored);
      return { posts, views: views.compare(viewed[0]?.total ?? 0), expected: await answersBySql(client) };
    } finally {
      await client.end();
    }
  };

  return {
    administrators,
    ledger,
    views,
    untilAcknowledged: async (writes) => {
      const target = acknowledged() + writes;
      await expect.poll(acknowledged).toBeGreaterThanOrEqual(target);
    },
    check: async () => {
      await administrators.pause();
      await views.pause();
      const { posts, views: viewFigures, expected } = await compare();
      let differences: string[] = [];
      const findAll = async () => {
        const found = await Promise.all(
          cluster.nodes.map((node) => findDifferences(node, administrators.cookie, expected)),
        );
        differences = found.flat();
        return differences;
      };
      // If they never agree, the differences are part of the findings.
      await expect
        .poll(findAll, { interval: 500 })
        .toEqual([])
        .catch(() => {});
      administrators.resume();
      views.resume();
      return { posts, views: viewFigures, visits: visitors.takeFigures(), differences };
    },
    stop: async () => {
      await Promise.all([administrators.stop(), views.stop(), visitors.stop()]);
    },
  };
};

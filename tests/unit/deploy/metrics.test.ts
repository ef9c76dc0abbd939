/** The alert rules and the dashboard ask for metrics and labels that the site has. */
import Fastify from 'fastify';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CatalogueStats } from '#domain/search/catalogue-index.ts';
import type { CloseReason } from '#server/connections/guard-connections.ts';
import { registerHealth } from '#server/health.ts';
import { collectMetrics } from '#server/metrics.ts';
import { type CacheState, createResponseCounts } from '#server/response-counts.ts';
import { readDeployFile, readDeployYaml } from './deploy-files.ts';

/** Typed, so that a new one has to be added and one that is gone does not compile. */
const reasons: Record<CloseReason, number> = {
  'limit per visitor': 1,
  'new connections': 1,
  'limit of the site': 1,
  pipelining: 1,
  'unread bytes': 1,
  'slow reading': 1,
};
const cacheStates: Record<CacheState, number> = { hit: 1, stale: 1, miss: 1, none: 1 };
const indexStats: CatalogueStats = { videos: 1, tags: 1, performers: 1, words: 1, bytes: 1, nearWordBytes: 1 };

/** The label values of each sample, by its name and theirs. */
type Samples = Map<string, Map<string, Set<string>>>;

/** Prometheus makes the first itself; prom-client has the others on Linux alone. */
const fromElsewhere = ['up', 'process_open_fds', 'process_max_fds'];

/** What a site offers whose database is away. */
const scrape = async (): Promise<Samples> => {
  const app = Fastify();
  const pool = { query: () => Promise.reject(new Error('away')), totalCount: 1, idleCount: 1, waitingCount: 1 };
  const responses = createResponseCounts();
  const metrics = collectMetrics(app, {
    responses,
    pool: pool as unknown as Pool,
    indexStats: () => indexStats,
    pageStats: () => ({ pages: 1, bytes: 1, hits: 1 }),
    closedConnections: () => Object.entries(reasons),
    liveNodes: () => 2,
    indexLag: () => 1.5,
    replicas: () => [{ name: 'db2:5432', isFresh: true, lag: { seconds: 0.5, bytes: 80 } }],
    pictures: {
      proxy: { stats: () => ({ hit: 1, making: 0, waitingForAvif: 0 }) },
      store: { stats: () => ({ pictures: 1, bytes: 4096, maxBytes: 8192 }) },
    },
    backups: () => Promise.reject(new Error('away')),
  });
  registerHealth(app, {
    pool: pool as unknown as Pool,
    indexStatus: () => ({ ready: true, following: true }),
    isWarm: () => true,
  });
  await app.inject('/readyz');
  for (const cache of Object.keys(cacheStates) as CacheState[])
    responses.ofRoute('/api/tags')({ method: 'GET', status: 200, cache, seconds: 0.1, bytes: 1 });
  const samples: Samples = new Map(fromElsewhere.map((name) => [name, new Map()]));
  for (const line of (await metrics.metrics()).split('\n')) {
    const [, name, text = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = samples.get(name) ?? new Map<string, Set<string>>();
    for (const [, label = '', value = ''] of text.matchAll(/(\w+)="([^"]*)"/g))
      labels.set(label, (labels.get(label) ?? new Set()).add(value));
    samples.set(name, labels);
  }
  return samples;
};

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[];
  }[];
}
interface Dashboard {
  panels: { id: number; title: string; targets?: { expr: string; legendFormat: string }[] }[];
}

const rules = readDeployYaml<Rules>('prometheus/marquee.rules.yml').groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readDeployFile('grafana/marquee.json')) as Dashboard;
/** An expression, and what is shown of its result. */
const queries = [
  ...rules.map(({ alert, expr, annotations }) => ({ of: alert, expr, shown: JSON.stringify(annotations) })),
  ...panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ of: title, expr, shown: legendFormat })),
  ),
];

/** Prometheus adds these to every sample of a job. */
const addedLabels = ['job', 'instance'];

const seriesOf = (expr: string) =>
  [...expr.matchAll(/\b(up\b|(?:marquee|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', text = '']) => ({
    name,
    matchers: [...text.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)]
      .map(([, label = '', value = '']) => ({ label, value }))
      .filter(({ label }) => !addedLabels.includes(label)),
  }));

/** The labels that are left of a result, and those that its texts show. */
const labelsUsed = ({ expr, shown }: { expr: string; shown: string }) => [
  ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/)),
  ...[...shown.matchAll(/\{\{ ?(?:\$labels\.)?([a-z]+)/g)].map(([, name = '']) => name),
];

let samples: Samples;
beforeAll(async () => {
  samples = await scrape();
});

describe.each(queries)('$of: $expr', (query) => {
  it('names metrics that exist, with their labels and values', () => {
    const series = seriesOf(query.expr);
    expect(series.length).toBeGreaterThan(0);
    for (const { name, matchers } of series) {
      expect([...samples.keys()]).toContain(name);
      for (const { label, value } of matchers) {
        const known = [...(samples.get(name)?.get(label) ?? [])];
        const matches = known.some((each) => new RegExp(`^(?:${value})$`).test(each));
        expect(matches, `${name} has no ${label} like ${value}, but ${known.join(', ')}`).toBe(true);
      }
    }
  });

  it('groups by and shows labels that exist', () => {
    const known = seriesOf(query.expr).flatMap(({ name }) => [...(samples.get(name)?.keys() ?? [])]);
    for (const label of labelsUsed(query)) expect([...known, ...addedLabels]).toContain(label);
  });
});

it('every alert says how urgent it is, and what happened', () => {
  expect(rules.length).toBeGreaterThan(0);
  for (const { alert, labels, annotations } of rules) {
    expect(alert).toMatch(/^Marquee[A-Z]/);
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
  }
});

it('the rules and the dashboard are about the job that is scraped', () => {
  const { scrape_configs: jobs } = readDeployYaml<{ scrape_configs: { job_name: string }[] }>('prometheus/scrape.yml');
  const named = queries.flatMap(({ expr }) => [...expr.matchAll(/job="([^"]*)"/g)].map(([, job]) => job));
  expect(new Set(named)).toEqual(new Set(jobs.map(({ job_name: name }) => name)));
});

it('every panel has an id of its own', () => {
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

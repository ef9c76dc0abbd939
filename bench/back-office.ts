// npm run bench:back-office [-- --videos 1000000]: how fast the back-office lists posts, with filters never used before.
import { Agent, get } from 'node:http';
import { parseArgs } from 'node:util';
import { postSorts } from '#contract/values/posts.ts';
import { between, createRandom, pick, type Random } from '#domain/demo/random.ts';
import { type BenchSite, startSiteOfSize } from './support/site-of-size.ts';
import { percentile } from './support/steady-load.ts';
import { printTable, type Row, report } from './support/table.ts';

const requests = 1_600;
/** Not measured: V8 compiles the code first. */
const warmUpRequests = 40;
const p99Target = 50;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface ListAnswer {
  totalPages: number;
  totalRecords: number;
  records: { titel: string; tags: string[]; name: string[]; link: string }[];
}

const list = ({ url, cookie }: BenchSite, query: Record<string, string>): Promise<ListAnswer> =>
  new Promise((resolve, reject) => {
    const path = `${url}/api/posts?${new URLSearchParams(query)}`;
    get(path, { agent, headers: { cookie } }, async (response) => {
      let text = '';
      for await (const chunk of response.setEncoding('utf8')) text += chunk;
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(`${path} answered ${response.statusCode}: ${text}`));
    }).on('error', reject);
  });

type Filter = (random: Random, known: ListAnswer['records'][number]) => Record<string, string>;

const day = (random: Random) => new Date(Date.now() - between(random, 1, 700) * 86_400_000).toISOString().slice(0, 10);

/** Filters by values of a known post, or by ranges that no other request has. */
const filters: Record<string, Filter> = {
  nothing: () => ({}),
  tag: (_, { tags }) => ({ tag: tags[0] ?? '' }),
  'tag and star': (_, { tags, name }) => ({ tag: tags[0] ?? '', star: name[0] ?? '' }),
  views: (random) => ({
    viewsFrom: String(between(random, 0, 5_000)),
    viewsTo: String(between(random, 5_000, 50_000)),
  }),
  'minutes and category': (random) => ({ minutesFrom: String(between(random, 0, 40)), Category: 'english' }),
  added: (random) => ({ addedFrom: day(random) }),
  words: (_, { titel }) => ({ search: titel.split(' ').slice(0, 2).join(' ') }),
  link: (_, { link }) => ({ search: link }),
};

/** Requests random, unique combinations of filter, sort and page. */
const measure = async (site: BenchSite, name: string, filter: Filter, random: Random, known: ListAnswer['records']) => {
  const times: number[] = [];
  const requested = new Set<string>();
  for (let at = 0; at < requests / Object.keys(filters).length; at++) {
    const narrowed = filter(random, pick(random, known));
    const given = Object.fromEntries(Object.entries(narrowed).filter(([, value]) => value !== ''));
    const { totalPages } = await list(site, given);
    const query = {
      ...given,
      sort: pick(random, [...postSorts]),
      direction: pick(random, ['asc', 'desc']),
      page: String(between(random, 1, Math.max(1, totalPages))),
    };
    if (requested.has(JSON.stringify(query))) continue;
    requested.add(JSON.stringify(query));
    const started = performance.now();
    await list(site, query);
    times.push(performance.now() - started);
  }
  const [p50, p99] = [percentile(0.5, times), percentile(0.99, times)];
  return report({
    name: `posts by ${name}, sorted, any page`,
    figure: `p50 ${p50} ms, p99 ${p99} ms`,
    target: `p99 ${p99Target} ms`,
    met: p99 <= p99Target,
  });
};

export const measureBackOffice = async (size: number): Promise<Row[]> => {
  const site = await startSiteOfSize(size);
  const random = createRandom(1, 19, 0);
  const rows: Row[] = [];
  try {
    const known: ListAnswer['records'] = [];
    for (let at = 0; at < 100; at++)
      known.push(...(await list(site, { limit: '1', page: String(between(random, 1, size)) })).records);
    for (let at = 0; at < warmUpRequests; at++)
      await list(site, { sort: postSorts[at % postSorts.length] ?? 'added', page: String(between(random, 1, 9)) });
    for (const [name, filter] of Object.entries(filters)) rows.push(await measure(site, name, filter, random, known));
  } finally {
    agent.destroy();
    await site.stop();
  }
  return rows;
};

if (import.meta.main) {
  const { values } = parseArgs({ options: { videos: { type: 'string', default: '1000000' } } });
  printTable(await measureBackOffice(Number(values.videos)));
}

/** A query to measure and a check of its response. Built from the catalogue itself, whatever its size. */
export interface BenchQuery {
  name: string;
  path: string;
  isCorrect: (answer: Answer) => boolean;
}

interface Answer {
  records?: { _id: string; titel: string; tags: string[]; name: string[] }[];
  totalPages?: number;
  totalRecords?: number;
  correctedSearch?: string;
  suggestions?: unknown[];
  tags?: string[];
  pornstars?: { name: string }[];
}

const hasRecords = ({ records }: Answer) => (records?.length ?? 0) > 0;

const pageSize = 16;

const lists: [name: string, path: string][] = [
  ['newest', '/getnewVideos?'],
  ['posts', '/getpostdata?'],
  ['popular', '/getpopularVideos?'],
  ['most liked', '/getTopRate?'],
  ['indian', '/getindians?'],
  ['hijabi', '/getHijabi?'],
];

export const queriesFor = async (url: string): Promise<BenchQuery[]> => {
  const get = async (path: string) => (await (await fetch(`${url}/api${path}`)).json()) as Answer;
  const listRows = async (name: string, path: string): Promise<BenchQuery[]> => {
    const { totalRecords = 0 } = await get(path);
    // The last full page: a partial one would be faster.
    const last = Math.max(1, Math.floor(totalRecords / pageSize));
    const places = { first: 1, middle: Math.ceil(last / 2), last };
    return Object.entries(places).map(([place, page]) => ({
      name: `${name}, ${place} page`,
      path: `${path}page=${page}`,
      isCorrect: hasRecords,
    }));
  };
  const search = (name: string, text: string, isCorrect = hasRecords): BenchQuery => ({
    name: `search, ${name}`,
    path: `/getpostdata?search=${encodeURIComponent(text)}`,
    isCorrect,
  });

  const { tags = [] } = await get('/tags?limit=3&sort=count');
  const { pornstars = [] } = await get('/pornstars?limit=1&sort=count');
  const { records = [] } = await get('/getnewVideos?limit=100');
  const counts = new Map<string, number>();
  for (const word of records.flatMap(({ titel }) => titel.toLowerCase().split(/\W+/)))
    if (word.length > 3) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const [broad = '', second = ''] = words;
  let rare = '';
  for (const word of words.toReversed()) {
    const { totalRecords = 0 } = await get(`/getpostdata?search=${word}`);
    rare = word;
    if (totalRecords >= pageSize) break;
  }
  const misspelt = `${broad.slice(0, 2)}q${broad.slice(2)}`;
  const [video] = records;

  return [
    ...(await Promise.all(lists.map(([name, path]) => listRows(name, path)))).flat(),
    ...(await listRows('tag', `/tags/${tags[0]}/posts?`)),
    ...(await listRows('performer', `/pornstar/${pornstars[0]?.name}?`)),
    search('one broad word', broad),
    search('two broad words', `${broad} ${second}`),
    search('a rare word', rare),
    search('a misspelt word', misspelt, (answer) => hasRecords(answer) && answer.correctedSearch !== undefined),
    search('title:', `title:${broad}`),
    search('a broad tag', tags[0] ?? ''),
    {
      name: 'search, broad, popular order',
      path: `/getpopularVideos?search=${broad}&page=3`,
      isCorrect: hasRecords,
    },
    {
      name: 'related',
      path: `/relatedpostData?search=${encodeURIComponent([...(video?.tags ?? []), ...(video?.name ?? [])].join(' '))}&exclude=${video?._id}`,
      isCorrect: hasRecords,
    },
    { name: 'suggest', path: '/suggest?q=a', isCorrect: ({ suggestions }) => (suggestions?.length ?? 0) > 0 },
    { name: 'tags, by count', path: '/tags?limit=20&page=2', isCorrect: (answer) => (answer.tags?.length ?? 0) > 0 },
    {
      name: 'performers, by letter',
      path: '/pornstars?letter=A',
      isCorrect: (answer) => (answer.pornstars?.length ?? 0) > 0,
    },
  ];
};

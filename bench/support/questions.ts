/** What the bench asks, and what a right answer looks like. Made from the catalogue itself, whatever its size. */
export interface Question {
  name: string;
  path: string;
  isRight: (answer: Answer) => boolean;
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

export const questionsOf = async (url: string): Promise<Question[]> => {
  const ask = async (path: string) => (await (await fetch(`${url}/api${path}`)).json()) as Answer;
  const listRows = async (name: string, path: string): Promise<Question[]> => {
    const { totalRecords = 0 } = await ask(path);
    // The last one that is full: a shorter answer would be the quicker one.
    const last = Math.max(1, Math.floor(totalRecords / pageSize));
    const places = { first: 1, middle: Math.ceil(last / 2), last };
    return Object.entries(places).map(([place, page]) => ({
      name: `${name}, ${place} page`,
      path: `${path}page=${page}`,
      isRight: hasRecords,
    }));
  };
  const search = (name: string, text: string, isRight = hasRecords): Question => ({
    name: `search, ${name}`,
    path: `/getpostdata?search=${encodeURIComponent(text)}`,
    isRight,
  });

  const { tags = [] } = await ask('/tags?limit=3&sort=count');
  const { pornstars = [] } = await ask('/pornstars?limit=1&sort=count');
  const { records = [] } = await ask('/getnewVideos?limit=100');
  const counted = new Map<string, number>();
  for (const word of records.flatMap(({ titel }) => titel.toLowerCase().split(/\W+/)))
    if (word.length > 3) counted.set(word, (counted.get(word) ?? 0) + 1);
  const words = [...counted].toSorted((a, b) => b[1] - a[1]).map(([word]) => word);
  const [broad = '', second = ''] = words;
  let rare = '';
  for (const word of words.toReversed()) {
    const { totalRecords = 0 } = await ask(`/getpostdata?search=${word}`);
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
      isRight: hasRecords,
    },
    {
      name: 'related',
      path: `/relatedpostData?search=${encodeURIComponent([...(video?.tags ?? []), ...(video?.name ?? [])].join(' '))}&exclude=${video?._id}`,
      isRight: hasRecords,
    },
    { name: 'suggest', path: '/suggest?q=a', isRight: ({ suggestions }) => (suggestions?.length ?? 0) > 0 },
    { name: 'tags, by count', path: '/tags?limit=20&page=2', isRight: (answer) => (answer.tags?.length ?? 0) > 0 },
    {
      name: 'performers, by letter',
      path: '/pornstars?letter=A',
      isRight: (answer) => (answer.pornstars?.length ?? 0) > 0,
    },
  ];
};

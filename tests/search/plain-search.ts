import type pg from 'pg';
import { titleSlugOf } from '#contract/values/names.ts';
import { otherForms as findOtherForms, wordsOf } from '#domain/search/index/words.ts';
import { plainEditDistance } from './plain-edit-distance.ts';

const forms = new Map<string, string[]>();
/** Remembered: each video asks for the forms of the same few words. */
const otherForms = (word: string): string[] => {
  const known = forms.get(word) ?? findOtherForms(word);
  forms.set(word, known);
  return known;
};

/** Searching as it is meant, one video at a time and without an index. */
export interface PlainVideo {
  id: number;
  publishedAt: number;
  views: number;
  category: string;
  title: string[];
  /** `wholes` are the name and its aliases, each as its words; `words` are those of all of them. */
  names: { slug: string; wholes: string[]; words: string[] }[];
  tags: string[];
  performers: string[];
}

export const readPlainVideos = async (client: pg.Client): Promise<PlainVideo[]> => {
  const { rows } = await client.query(
    `select v.id, v.title, v.category, (extract(epoch from v.published_at) * 1000)::float8 as published_at,
       coalesce(w.total, 0) as views,
       (select coalesce(json_agg(to_jsonb(t) || jsonb_build_object('aliases',
          array(select a.name from tag_aliases a where a.name_id = t.id))), '[]') from tags t join video_tags l on l.tag_id = t.id where l.video_id = v.id) as tags,
       (select coalesce(json_agg(to_jsonb(p) || jsonb_build_object('aliases',
          array(select a.name from performer_aliases a where a.name_id = p.id))), '[]') from performers p join video_performers l on l.performer_id = p.id
        where l.video_id = v.id and p.deleted_at is null) as performers
     from videos v left join video_views w on w.video_id = v.id where v.deleted_at is null and v.state = 'published'`,
  );
  return rows.map(({ id, title, category, published_at, views, tags, performers }) => ({
    id: Number(id),
    publishedAt: published_at,
    views: Number(views),
    category,
    title: [...new Set(wordsOf(title))],
    names: [...tags, ...performers].map(({ slug, name, aliases }) => {
      const spellings = [name, ...aliases].map(wordsOf);
      return { slug, wholes: spellings.map((words) => words.join(' ')), words: spellings.flat() };
    }),
    tags: tags.map(({ slug }: { slug: string }) => slug),
    performers: performers.map(({ slug }: { slug: string }) => slug),
  }));
};

interface PlainSearch {
  words: string[];
  isLastPrefix: boolean;
  titleOnly: boolean;
  text: string;
  /** Each as its words. */
  quoted: string[][];
  excluded: string[][];
}

/** A match and how good it is: compared number by number, smaller is better. */
interface Match {
  video: PlainVideo;
  rank: number[];
}

const weightOf = ({ views, publishedAt }: PlainVideo) =>
  Math.round(1000 * (Math.log(1 + views) + publishedAt / (180 * 24 * 60 * 60 * 1000)));

const compare = (a: Match, b: Match) => {
  const difference = a.rank.findIndex((value, at) => value !== b.rank[at]);
  if (difference >= 0) return (a.rank[difference] as number) - (b.rank[difference] as number);
  return weightOf(b.video) - weightOf(a.video) || b.video.publishedAt - a.video.publishedAt || b.video.id - a.video.id;
};

const wordsIn = ({ title, names }: PlainVideo, titleOnly: boolean) =>
  titleOnly ? title : [...title, ...names.flatMap(({ words }) => words)];

const hasPhrase = ({ title }: PlainVideo, words: string[]) => ` ${title.join(' ')} `.includes(` ${words.join(' ')} `);

const hasAll = (hay: string[], words: string[]) => words.every((word) => hay.includes(word));

/** `river2` is `river 2`. */
const isMeantIn = (hay: string[], words: string[], at: number) => {
  const word = words[at] as string;
  const isBetween = (one = '', other = '') => one !== '' && other !== '' && /\d/.test(one) !== /\d/.test(other);
  const halves = /^([a-z]+|\d+)([a-z]+|\d+)$/.exec(word)?.slice(1) ?? [];
  const [before, after] = [words[at - 1], words[at + 1]];
  return (
    [word, ...otherForms(word)].some((form) => hay.includes(form)) ||
    (isBetween(...halves) && hasAll(hay, halves)) ||
    (/^[a-z]+\d+$|^\d+[a-z]+$/.test(`${before}${word}`) &&
      isBetween(before, word) &&
      hay.includes(`${before}${word}`)) ||
    (/^[a-z]+\d+$|^\d+[a-z]+$/.test(`${word}${after}`) && isBetween(word, after) && hay.includes(`${word}${after}`))
  );
};

const typedIn = (hay: string[], { words, isLastPrefix }: PlainSearch, at: number) => {
  const isPrefix = isLastPrefix && at === words.length - 1;
  return isMeantIn(hay, words, at) || (isPrefix && hay.some((each) => each.startsWith(words[at] as string)));
};

const hasPhraseOrName = (video: PlainVideo, words: string[], titleOnly: boolean) =>
  hasPhrase(video, words) || (!titleOnly && video.names.some(({ wholes }) => wholes.includes(words.join(' '))));

const isExcluded = (video: PlainVideo, words: string[]) => {
  if (words.length > 1) return hasPhraseOrName(video, words, false);
  return words.some((word) => [word, ...otherForms(word)].some((form) => wordsIn(video, false).includes(form)));
};

/** Whether it has what is quoted, and nothing that is excluded. */
const isAllowed = (video: PlainVideo, { quoted, excluded, titleOnly }: PlainSearch) =>
  quoted.every((words) => hasPhraseOrName(video, words, titleOnly)) &&
  !excluded.some((words) => isExcluded(video, words));

const isNamed = ({ names }: PlainVideo, search: PlainSearch) =>
  !search.titleOnly &&
  names.some(
    ({ slug, wholes }) => wholes.includes(wordsOf(search.text).join(' ')) || slug === titleSlugOf(search.text),
  );

const rankAsTyped = (video: PlainVideo, search: PlainSearch): number[] | undefined => {
  if (!isAllowed(video, search)) return undefined;
  const hay = wordsIn(video, search.titleOnly);
  const { words } = search;
  const inTitle = words.every((word) => video.title.includes(word));
  if (inTitle && video.title.length === words.length) return [0];
  if (isNamed(video, search)) return [1];
  if (inTitle) return hasPhrase(video, words) ? [2] : [3];
  if (words.every((word) => hay.includes(word))) return [4];
  if (words.every((_, at) => isMeantIn(hay, words, at))) return [5];
  if (words.every((_, at) => typedIn(video.title, search, at))) return [6];
  return words.every((_, at) => typedIn(hay, search, at)) ? [7] : undefined;
};

interface Replacement {
  words: string[];
  errors: number;
}

/** A replaced letter is no error in words of up to three letters; numbers are never misspelt. */
const isNear = (typed: string, known: string, errors: number) => {
  const length = Math.max(typed.length, known.length);
  const max = length < 3 ? 0 : length < 8 ? 1 : 2;
  const letters = [typed, known].map((word) => [...word].sort().join(''));
  const isReplaced = length < 4 && typed.length === known.length && letters[0] !== letters[1];
  const isNumber = [typed, known].some((word) => /^\d+$/.test(word));
  return errors > 0 && errors <= max && !isReplaced && !isNumber;
};

/** Words of which some beginning is near an unfinished word, if their first letter is the same. */
const nearBeginnings = (word: string, vocabulary: Set<string>): Replacement[] => {
  const max = word.length < 4 ? -1 : word.length < 8 ? 1 : 2;
  return [...vocabulary]
    .filter((known) => known[0] === word[0])
    .map((known) => {
      const beginnings = Array.from({ length: known.length + 1 }, (_, end) => known.slice(0, end));
      return { words: [known], errors: Math.min(...beginnings.map((each) => plainEditDistance(word, each))) };
    })
    .filter(({ errors }) => errors <= max)
    .map(({ words, errors }) => ({ words, errors: Math.max(1, errors) }));
};

const replacementsOf = ({ words, isLastPrefix }: PlainSearch, at: number, vocabulary: Set<string>): Replacement[] => {
  const word = words[at] as string;
  const near = [...vocabulary]
    .map((known) => ({ words: [known], errors: plainEditDistance(word, known) }))
    .filter(({ words: [known = ''], errors }) => isNear(word, known, errors));
  const splits = Array.from({ length: word.length }, (_, end) => [word.slice(0, end), word.slice(end)])
    .filter((parts) => parts.every((part) => part.length >= 2 && vocabulary.has(part)))
    .map((parts) => ({ words: parts, errors: 1 }));
  const joined = [
    [words[at - 1], word],
    [word, words[at + 1]],
  ]
    .filter((pair) => pair.every((part) => part !== undefined) && vocabulary.has(pair.join('')))
    .map((pair) => ({ words: [pair.join('')], errors: 1 }));
  const found = [...near, ...splits];
  const isUnfinished = isLastPrefix && at === words.length - 1;
  return [...found, ...(found.length === 0 && isUnfinished ? nearBeginnings(word, vocabulary) : []), ...joined];
};

const rankCorrected = (video: PlainVideo, search: PlainSearch, replacements: Replacement[][]): number[] | undefined => {
  if (!isAllowed(video, search)) return undefined;
  const hay = wordsIn(video, search.titleOnly);
  let total = 0;
  for (const [at, ofWord] of replacements.entries()) {
    const fitting = ofWord.filter(({ words }) => hasAll(hay, words)).map(({ errors }) => errors);
    const errors = typedIn(hay, search, at) ? 0 : Math.min(...fitting);
    if (errors === Number.POSITIVE_INFINITY) return undefined;
    total += errors;
  }
  const inTitle = search.words.every(
    (word, at) =>
      video.title.includes(word) || (replacements[at] ?? []).some(({ words }) => hasAll(video.title, words)),
  );
  if (!inTitle) return [total, 2];
  return [total, video.title.length === search.words.length ? 0 : 1];
};

const ranked = (videos: PlainVideo[], rank: (video: PlainVideo) => number[] | undefined): Match[] =>
  videos
    .map((video) => ({ video, rank: rank(video) }))
    .filter((match): match is Match => match.rank !== undefined)
    .sort(compare);

/** How often titles and names of videos have a word. */
const usesOf = (all: PlainVideo[], word: string, titleOnly: boolean) =>
  all.reduce((sum, { title, names }) => {
    const named = names.filter(({ words }) => words.includes(word)).length;
    return sum + (title.includes(word) ? 1 : 0) + (titleOnly ? 0 : named);
  }, 0);

/** What most of the best matches have, of all that each word may stand for. */
const textOf = (matches: Match[], all: PlainVideo[], search: PlainSearch, replacements: Replacement[][]) => {
  const [best] = matches.filter(({ rank }) => (rank[0] as number) > 0);
  const excluded = search.excluded.map((words) => (words.length > 1 ? `-"${words.join(' ')}"` : `-${words}`));
  if (!best) return [...search.words, ...excluded].join(' ');
  const tops = matches.filter(({ rank }) => String(rank) === String(best.rank)).slice(0, 16);
  const texts = search.words.map((word, at) => {
    const readings = (replacements[at] ?? []).map(({ words, errors }) => ({
      text: words.join(' '),
      errors,
      matches: tops.filter(({ video }) => hasAll(wordsIn(video, search.titleOnly), words)).length,
      uses: Math.min(...words.map((each) => usesOf(all, each, search.titleOnly))),
    }));
    const typed = (video: PlainVideo) => typedIn(wordsIn(video, search.titleOnly), search, at);
    const count = tops.filter(({ video }) => typed(video)).length;
    if (all.some(typed)) readings.push({ text: word, errors: 0, matches: count, uses: 0 });
    readings.sort(
      (a, b) => b.matches - a.matches || a.errors - b.errors || b.uses - a.uses || (a.text < b.text ? -1 : 1),
    );
    return readings[0]?.text ?? word;
  });
  return [...texts.filter((text, at) => text !== texts[at - 1]), ...excluded].join(' ');
};

export interface PlainFilter {
  category: string;
  tag?: string;
  performer?: string;
}

const passes = (video: PlainVideo, { category, tag, performer }: PlainFilter) =>
  (category === '' || video.category === category) &&
  (tag === undefined || video.tags.includes(tag)) &&
  (performer === undefined || video.performers.includes(performer));

export interface PlainAnswer {
  ids: number[];
  correctedSearch?: string;
  didYouMean?: string;
  searchedEverywhere?: true;
  droppedWords?: string[];
  ignoredQuotes?: true;
}

/** Reads word by word what is between white space; quotes in these tests enclose whole words. */
const parse = (typed: string): PlainSearch => {
  const titleOnly = /^\s*title:/i.test(typed);
  const text = typed
    .trim()
    .replace(/^title:/i, '')
    .trim();
  const parts = text.match(/-?"[^"]*"|\S+/g) ?? [];
  const isMinus = (part: string) => /^-["\p{L}\p{N}]/u.test(part);
  const distinct = (part: string) => [...new Set(wordsOf(part))];
  const wanted = parts.filter((part) => !isMinus(part));
  const all = wanted.flatMap(wordsOf);
  const words = [...new Set(all)];
  const last = parts.at(-1) ?? '';
  return {
    words,
    isLastPrefix: words.at(-1) === all.at(-1) && !isMinus(last) && !last.startsWith('"'),
    titleOnly,
    text: wanted.join(' '),
    quoted: wanted.filter((part) => part.startsWith('"')).map(distinct),
    excluded: parts.filter(isMinus).map(distinct),
  };
};

/** All ways to keep some of the words, the most words first, and earlier words rather than later ones. */
const reductions = (search: PlainSearch): PlainSearch[] => {
  const { length } = search.words;
  const bitsOf = (kept: number) => search.words.map((_, at) => Math.floor(kept / 2 ** (length - 1 - at)) % 2 === 1);
  return Array.from({ length: 2 ** length - 1 }, (_, at) => 2 ** length - 1 - at)
    .map(bitsOf)
    .sort((a, b) => b.filter(Boolean).length - a.filter(Boolean).length)
    .map((kept) => {
      const words = search.words.filter((_, at) => kept[at]);
      return { ...search, words, isLastPrefix: search.isLastPrefix && kept.at(-1) === true, text: words.join(' ') };
    });
};

export const searchPlainly = (
  all: PlainVideo[],
  typed: string,
  filter: PlainFilter,
  order: 'best' | 'newest' | 'popular',
): PlainAnswer => {
  const vocabulary = new Set(all.flatMap((video) => wordsIn(video, false)));
  const search = parse(typed);
  const inOrder = (matches: Match[]) => {
    const found = matches.map(({ video }) => video).filter((video) => passes(video, filter));
    if (order === 'newest') found.sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id);
    if (order === 'popular') found.sort((a, b) => b.views - a.views || b.id - a.id);
    return found.map(({ id }) => id);
  };
  const correct = (scoped: PlainSearch, mayBeMisspelt: (at: number) => boolean) => {
    const replacements = scoped.words.map((_, at) => (mayBeMisspelt(at) ? replacementsOf(scoped, at, vocabulary) : []));
    const matches = ranked(all, (video) => rankCorrected(video, scoped, replacements));
    return matches.length === 0 ? undefined : { matches, text: textOf(matches, all, scoped, replacements) };
  };
  const countOf = (scoped: PlainSearch, at: number) =>
    all.filter((video) => typedIn(wordsIn(video, scoped.titleOnly), scoped, at)).length;

  const withAllWords = (wanted: PlainSearch): PlainAnswer | undefined => {
    const scopes: PlainSearch[] = wanted.titleOnly ? [wanted, { ...wanted, titleOnly: false }] : [wanted];
    const scopeOf = (scoped: PlainSearch) => (scoped === wanted ? {} : { searchedEverywhere: true as const });
    for (const scoped of scopes) {
      const found = ranked(all, (video) => rankAsTyped(video, scoped));
      if (found.length === 0) continue;
      const answer: PlainAnswer = { ids: inOrder(found), ...scopeOf(scoped) };
      const isRare = (at: number) => countOf(scoped, at) < 5;
      if (scoped.quoted.length > 0 || found.length >= 5 || !scoped.words.some((_, at) => isRare(at))) return answer;
      const similar = correct(scoped, isRare);
      return similar && similar.matches.length >= 10 * found.length ? { ...answer, didYouMean: similar.text } : answer;
    }
    for (const onlyUnknown of wanted.quoted.length > 0 ? [] : [true, false]) {
      for (const scoped of scopes) {
        const isUnknown = (at: number) => countOf(scoped, at) === 0;
        if (onlyUnknown && !scoped.words.some((_, at) => isUnknown(at))) continue;
        const corrected = correct(scoped, onlyUnknown ? isUnknown : () => true);
        if (corrected) return { ids: inOrder(corrected.matches), correctedSearch: corrected.text, ...scopeOf(scoped) };
      }
    }
    return undefined;
  };

  /** The words that a video has by themselves, whatever stands beside them in the search. */
  const hasAlone = (video: PlainVideo, { words, isLastPrefix, excluded }: PlainSearch) =>
    words.every((word, at) => {
      const isLast = at === words.length - 1;
      const alone = { ...search, words: [word], isLastPrefix: isLastPrefix && isLast, titleOnly: false, quoted: [] };
      const replacements = countOf(alone, 0) === 0 ? replacementsOf(alone, 0, vocabulary) : [];
      return rankCorrected(video, { ...alone, excluded }, [replacements]) !== undefined;
    });

  if (search.words.length === 0) {
    if (search.excluded.length === 0) return { ids: [] };
    const others = all.filter((video) => isAllowed(video, search)).map((video) => ({ video, rank: [] }));
    if (order !== 'best') return { ids: inOrder(others) };
    const newestFirst = others.sort((a, b) => b.video.publishedAt - a.video.publishedAt || b.video.id - a.video.id);
    return { ids: inOrder(newestFirst) };
  }
  const asked = withAllWords(search);
  if (asked) return asked;
  const unquoted = { ...search, quoted: [] };
  const quotes = search.quoted.length > 0 ? { ignoredQuotes: true as const } : {};
  const withWords = search.quoted.length > 0 ? withAllWords(unquoted) : undefined;
  if (withWords) return { ...withWords, ...quotes };
  for (const reduced of reductions(unquoted)) {
    if (!all.some((video) => hasAlone(video, reduced))) continue;
    const found = withAllWords(reduced);
    const droppedWords = search.words.filter((word) => !reduced.words.includes(word));
    if (found) return { ...found, droppedWords, ...quotes };
  }
  return { ids: [], ...quotes };
};

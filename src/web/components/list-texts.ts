import type { ListTextResponse } from '#contract/page-texts.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import { fitDescription, plural, truncate } from './format.ts';

interface ListedVideo {
  id: string;
  title: string;
  publishedAt: string;
}

/** The facts that the default texts of a list are made of. */
export interface ListFacts {
  kind: ListKind;
  /** A slug, or the path of a fixed list without its slash. */
  name: string;
  /** The display name. */
  label: string;
  total: number;
  newest?: ListedVideo | undefined;
  mostViewed?: ListedVideo | undefined;
  /** Whether only the newest videos were compared. */
  isSampled: boolean;
  tags: string[];
  performers: string[];
}

const videoOf = (video: ListTextResponse['newest']) =>
  video ? { id: video._id, title: video.titel, publishedAt: video.createdAt } : undefined;

export const listFactsOf = (response: ListTextResponse): ListFacts => ({
  kind: response.text.kind,
  name: response.text.name,
  label: response.text.label,
  total: response.total,
  newest: videoOf(response.newest),
  mostViewed: videoOf(response.mostViewed),
  isSampled: response.isSampled,
  tags: response.tags.map(({ name }) => name),
  performers: response.performers.map(({ name }) => name),
});

/** The title and description for search engines, and the introduction on the page. */
export interface ListTexts {
  title: string;
  description: string;
  introduction: string;
}

const maxNames = 3;
const maxTitle = 70;

const enumeration = new Intl.ListFormat('en-GB');
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const ascii = /^[\x20-\x7e]*$/;

/** Unicode isolates keep right-to-left names from reordering the sentence around them. */
const isolate = (text: string) => (ascii.test(text) ? text : `\u2068${text}\u2069`);
const quote = (title: string) => `“${isolate(truncate(title, maxTitle))}”`;
const someOf = (names: string[]) => enumeration.format(names.slice(0, maxNames).map(isolate));

/** The title until an operator writes another one. */
export const defaultTitle = ({ kind, label }: Pick<ListFacts, 'kind' | 'label'>) => {
  if (kind === 'tag') return `Videos tagged ${label}`;
  return kind === 'list' ? label : `${label} videos`;
};

/** The order of lists of all videos. */
const orders: Record<string, string> = {
  'top-videos': 'the most watched first',
  'most-liked': 'the best liked first',
  'new-content': 'as they come in',
};

/** How many videos there are, as the start of a sentence. */
const count = ({ kind, name, label, total }: ListFacts) => {
  const videos = plural(total, 'video');
  const is = total === 1 ? 'is' : 'are';
  if (kind === 'tag') return `${videos} ${is} tagged ${isolate(label)}`;
  if (kind === 'performer') return `${isolate(label)} appears in ${videos}`;
  if (kind === 'category') return `The category ${label} has ${videos}`;
  if (name in orders) return total === 1 ? 'There is one video' : `All ${videos}, ${orders[name]}`;
  return `There ${is} ${plural(total, label.replace(/s$/, ''))}`;
};

const newest = ({ newest: video, total, name }: ListFacts) => {
  if (!video) return '.';
  const when = day.format(new Date(video.publishedAt));
  if (name === 'top-videos' || name === 'most-liked') return `. The newest came on ${when}: ${quote(video.title)}.`;
  return total === 1
    ? `, since ${when}: ${quote(video.title)}.`
    : `; the newest came on ${when}: ${quote(video.title)}.`;
};

const tags = ({ kind, tags: names, total }: ListFacts) => {
  if (names.length === 0) return [];
  if (kind === 'performer' && total > 1)
    return [`${names.length === 1 ? 'A frequent tag is' : 'Frequent tags are'} ${someOf(names)}.`];
  const they = total === 1 ? 'It is' : 'They are often';
  return [`${they}${kind === 'tag' ? ' also' : ''} tagged ${someOf(names)}.`];
};

const performers = ({ kind, performers: names, total }: ListFacts) => {
  if (names.length === 0) return [];
  if (kind === 'performer') return [`Others in ${total === 1 ? 'it' : 'these videos'}: ${someOf(names)}.`];
  const appear = names.length === 1 ? 'appears' : 'appear';
  return [`${someOf(names)} ${appear} ${total === 1 ? 'in it' : 'most often'}.`];
};

const mostViewed = ({ mostViewed: video, newest: latest, isSampled }: ListFacts) => {
  if (!video || video.id === latest?.id) return [];
  return [`The most watched ${isSampled ? 'of the recent ones' : 'of them'} is ${quote(video.title)}.`];
};

const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, '');

/** The texts of a list until an operator writes others. */
export const defaultTexts = (facts: ListFacts): ListTexts => {
  const sentences = [...tags(facts), ...performers(facts)];
  const latest = facts.newest ? [`The newest: ${quote(facts.newest.title)}.`] : [];
  return {
    title: defaultTitle(facts),
    description: withoutIsolates(fitDescription([`${count(facts)}.`, ...sentences, ...latest])),
    introduction: [count(facts) + newest(facts), ...sentences, ...mostViewed(facts)].join(' '),
  };
};

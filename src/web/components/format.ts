import { likePercentage } from '#contract/values/lists.ts';
import { firstGraphemes } from '#contract/values/text.ts';

const withSeparators = new Intl.NumberFormat('en');

/** '1,000'. Faster than `toLocaleString`, which looks up the locale each time. */
export const numberText = (value: number) =>
  value >= 0 && value < 1000 ? String(value) : withSeparators.format(value);

/** '1 view', '1,000 views'; `text` replaces the plain number, for example with '1.5K'. */
export const plural = (count: number, one: string, many = `${one}s`, text = numberText(count)) =>
  `${text} ${count === 1 ? one : many}`;

const oneDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, '');

/** Shown when the count is missing. */
const missingViews = 2;

/** 999, 1k, 1.5k, 2M. */
export const viewsLabel = (views: number | null | undefined) => {
  const count = views ?? missingViews;
  if (count >= 1_000_000) return `${oneDecimal(count / 1_000_000)}M`;
  if (count >= 1000) return `${oneDecimal(count / 1000)}k`;
  return String(count);
};

/** '123 views', '1 view'. */
export const viewsText = (views: number | null | undefined) => `${viewsLabel(views)} ${views === 1 ? 'view' : 'views'}`;

/** The views on the cards of category and tag pages. */
export const viewsInThousands = (views: number | null | undefined) => `${views ?? missingViews}K+`;

export const likesLabel = (views: number | null | undefined) => `${likePercentage(views ?? missingViews)}%`;

/** '24 min', '1h 5m', or 'N/A' if unknown. */
export const durationLabel = (minutes: number | null | undefined) => {
  if (minutes === null || minutes === undefined) return 'N/A';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
};

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Only minutes are stored. The seconds are a hash of the id, so that they stay the same. */
const secondsOf = (id: string) => {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return hash % 60;
};

interface CardFormats {
  /** The setting "Plain numbers". */
  isPlain: boolean;
  /** Views in thousands, as on category pages. */
  inThousands?: boolean;
}

/** What a card says about its views and likes; undefined for nothing. */
export const cardFacts = (
  views: number | null,
  { isPlain, inThousands = false }: CardFormats,
): { views: string | undefined; likes: string | undefined } => {
  if (isPlain && views === null) return { views: undefined, likes: undefined };
  if (isPlain && views === 0) return { views: 'New', likes: undefined };
  const text = inThousands && !isPlain ? `${viewsInThousands(views)} views` : viewsText(views);
  return { views: text, likes: likesLabel(views) };
};

/** The length on a card's picture; undefined for none. */
export const cardLength = (minutes: number | null, isPlain: boolean) =>
  isPlain && minutes === null ? undefined : durationLabel(minutes);

/** The views and the length on the picture of a tag page's card. */
export const tagCardBadges = (
  { id, minutes }: { id: string; minutes: number | null },
  views: number | null,
  isPlain: boolean,
) =>
  isPlain
    ? { views: cardFacts(views, { isPlain }).views, length: cardLength(minutes, isPlain) }
    : { views: viewsInThousands(views), length: durationBadge(minutes, id) };

/** 'mm:ss', or 'hh:mm:ss' from an hour on. */
export const durationBadge = (minutes: number | null | undefined, id: string) => {
  if (minutes === null || minutes === undefined) return 'N/A';
  const parts = minutes < 60 ? [minutes] : [Math.floor(minutes / 60), minutes % 60];
  return [...parts, secondsOf(id)].map(twoDigits).join(':');
};

/** ISO 8601, for search engines. */
export const isoDuration = (minutes: number) => `PT${minutes}M`;

export const truncate = (text: string, length: number) => {
  const start = firstGraphemes(text, length);
  return start === text ? text : `${start}…`;
};

/** Card titles over 30 characters are cut. */
export const cutTitle = (title: string) => truncate(title, 30);

/** The first 13 words of a partner's description. */
export const firstWords = (text: string, count = 13) => {
  const words = text.trim().split(/\s+/);
  return words.length > count ? `${words.slice(0, count).join(' ')}…` : words.join(' ');
};

/** Search engines often replace shorter descriptions, and cut longer ones. */
const minLength = 70;
const maxLength = 155;

/** Truncates long text after a whole word, with an ellipsis. Text without spaces is cut anywhere. */
export const cutAtWord = (text: string, length = maxLength) => {
  if (firstGraphemes(text, length) === text) return text;
  const start = firstGraphemes(text, length - 1);
  // Includes the next character: if it is a space, the start ends with a whole word already.
  const end = text.slice(0, start.length + 1).lastIndexOf(' ');
  return `${(end > length / 2 ? start.slice(0, end) : start).replace(/[\s,;:.–-]+$/, '')}…`;
};

const filler = 'Browse by tag, model and popularity; each video opens on the site that hosts it.';

/** A description of the first sentence and as many others as fit. */
export const fitDescription = ([first = '', ...others]: string[]) => {
  let description = cutAtWord(first);
  for (const sentence of others) {
    const longer = `${description} ${sentence}`.trim();
    if (longer.length <= maxLength) description = longer;
  }
  return description.length < minLength ? cutAtWord(`${description} ${filler}`.trim()) : description;
};

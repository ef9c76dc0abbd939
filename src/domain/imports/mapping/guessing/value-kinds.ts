import { isClip } from '#contract/values/previews.ts';
import { countOf } from '../values/counts.ts';
import { dateOf } from '../values/dates.ts';
import { secondsOf } from '../values/durations.ts';
import { separators } from '../values/lists.ts';

/** What a value looks like. */
export type ValueKind =
  | 'embed'
  | 'picture'
  | 'clip'
  | 'embedUrl'
  | 'url'
  | 'date'
  | 'duration'
  | 'integer'
  | 'count'
  | 'list'
  | 'text';

const pictureUrl = /\.(jpe?g|png|webp|gif|avif)([?#,;|\s]|$)|\/(thumbs?|thumbnails?|posters?|previews?|images?)\//i;
const isUrl = (text: string) => /^(https?:)?\/\/[^\s/]+\.[^\s/]+/i.test(text);

/** Several short texts with a separator between them. */
const isList = (text: string) => {
  const separator = separators.find((each) => text.includes(each));
  if (!separator || text.length > 1000) return false;
  const entries = text.split(separator).map((entry) => entry.trim());
  return (
    entries.filter(Boolean).length > 1 && entries.every((entry) => entry.length <= 40 && entry.split(/\s+/).length <= 4)
  );
};

export const kindOfValue = (value: string): ValueKind => {
  const text = value.trim();
  if (/<(iframe|embed|object)\b/i.test(text)) return 'embed';
  if (isUrl(text)) {
    if (isClip(text)) return 'clip';
    if (pictureUrl.test(text)) return 'picture';
    return /\/(embed|player|iframe)[/?.]/i.test(text) ? 'embedUrl' : 'url';
  }
  if (/^\d+$/.test(text)) return /^\d{10}(\d{3})?$/.test(text) && dateOf(text) ? 'date' : 'integer';
  if (dateOf(text)) return 'date';
  // A plain number with a fraction, or with 1,000 written so, may be anything.
  if (secondsOf(text) !== undefined && !/^[\d.,]+$/.test(text)) return 'duration';
  if (countOf(text) !== undefined) return 'count';
  return isList(text) ? 'list' : 'text';
};

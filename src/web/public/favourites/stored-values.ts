import type { CardVideo } from '../../components/video-card/card-video.ts';

const isText = (value: unknown): value is string => typeof value === 'string';

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Without a number and a title there is no link. The first-paint script counts by the same rule. */
const cardIn = (value: unknown): CardVideo | undefined => {
  const { id, title, alt, image, placeholder, views, minutes, tagWords, previews } = recordIn(value);
  if (!isText(id) || !/^\d+$/.test(id) || !isText(title)) return undefined;
  const shown = listIn(previews).filter(isText);
  return {
    id,
    title,
    alt: isText(alt) ? alt : title,
    image: isText(image) ? image : '',
    ...(isText(placeholder) ? { placeholder } : {}),
    views: numberOf(views),
    minutes: numberOf(minutes),
    tagWords: isText(tagWords) ? tagWords : '',
    ...(shown.length > 0 ? { previews: shown } : {}),
  };
};

const listIn = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : []);

export const recordIn = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};

export const cardsIn = (stored: unknown): CardVideo[] => listIn(stored).flatMap((value) => cardIn(value) ?? []);

export const textsIn = (stored: unknown): string[] => listIn(stored).filter(isText);

export const textsByKeyIn = (stored: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(recordIn(stored)).filter((entry): entry is [string, string] => isText(entry[1])));

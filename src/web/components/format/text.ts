import { firstGraphemes } from '#contract/values/first-graphemes.ts';

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

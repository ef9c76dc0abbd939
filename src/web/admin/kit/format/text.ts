const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Counts graphemes, so that an emoji is not cut in half. */
export const truncate = (text: string, length: number) => {
  if (text.length <= length) return text;
  const parts = Array.from(graphemes.segment(text), ({ segment }) => segment);
  return parts.length > length ? `${parts.slice(0, length).join('')}…` : text;
};

/** 'big-city' as 'Big city'. */
export const tagName = (slug: string) => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

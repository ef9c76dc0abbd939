const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ascii = /^[\x20-\x7e]*$/;

/** The first characters as a person counts them: never half an emoji, nor a letter without its accent. */
export const firstGraphemes = (text: string, count: number) => {
  // Every grapheme has at least one code unit, and in plain ASCII exactly one.
  if (text.length <= count) return text;
  if (ascii.test(text)) return text.slice(0, count);
  let remaining = count;
  for (const { index } of segmenter.segment(text)) {
    if (remaining === 0) return text.slice(0, index);
    remaining -= 1;
  }
  return text;
};

import { firstGraphemes } from '#contract/values/first-graphemes.ts';

/** What search engines show of a description: shorter ones are often replaced, longer ones cut. */
const minLength = 70;
const maxLength = 155;

/** Ends long text after a whole word, with an ellipsis. Text without spaces ends anywhere. */
export const cutAtWord = (text: string, length = maxLength) => {
  if (firstGraphemes(text, length) === text) return text;
  const start = firstGraphemes(text, length - 1);
  // With the character that follows: where it is a space, the whole start ends with a word.
  const end = text.slice(0, start.length + 1).lastIndexOf(' ');
  return `${(end > length / 2 ? start.slice(0, end) : start).replace(/[\s,;:.–-]+$/, '')}…`;
};

const filler = 'Browse by tag, model and popularity; each video opens on the site that hosts it.';

/** A description from the first sentence and as many of the others as fit. */
export const fitDescription = ([first = '', ...others]: string[]) => {
  let description = cutAtWord(first);
  for (const sentence of others) {
    const longer = `${description} ${sentence}`.trim();
    if (longer.length <= maxLength) description = longer;
  }
  return description.length < minLength ? cutAtWord(`${description} ${filler}`.trim()) : description;
};

import { fold } from '#contract/values/fold.ts';

/** Where a part stands in a text, ignoring case and accents. Folding one character can give none, or several. */
const rangeOf = (text: string, part: string) => {
  const starts: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const own = fold(character);
    for (const _ of own.split('')) starts.push(at);
    folded += own;
    at += character.length;
  }
  const wanted = fold(part);
  const start = wanted === '' ? -1 : folded.indexOf(wanted);
  return start < 0 ? undefined : [starts[start] ?? 0, starts[start + wanted.length] ?? text.length];
};

/** Marks the part of a text that was typed. */
export function Highlight({ text, part }: { text: string; part: string }) {
  const range = rangeOf(text, part);
  if (!range) return text;
  const [start, end] = range;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-semibold text-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

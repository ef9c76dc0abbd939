/** Marks the part of a text that was typed. */
export function Highlight({ text, part }: { text: string; part: string }) {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  if (start < 0 || part === '') return text;
  const end = start + part.length;
  return (
    <>
      {text.slice(0, start)}
      <mark className="bg-transparent font-semibold text-accent">{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  );
}

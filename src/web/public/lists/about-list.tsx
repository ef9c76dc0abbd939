/** What a page says about its list. */
export function AboutList({ heading, paragraphs }: { heading: string; paragraphs: string[] }) {
  if (paragraphs.length === 0) return null;
  return (
    <section className="mt-9 max-w-[70ch]">
      <h2>{heading}</h2>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two paragraphs may be alike
        <p key={index} dir="auto" className="mt-2 whitespace-pre-line text-muted">
          {paragraph}
        </p>
      ))}
    </section>
  );
}

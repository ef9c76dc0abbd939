/** Structured data. `<` is escaped so that catalogue text cannot close the script element. */
export function JsonLd({ graph }: { graph: object[] }) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}

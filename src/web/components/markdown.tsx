/** An operator's text, converted to safe HTML on the server (src/domain/info-pages). */
export function Markdown({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server removes harmful elements, attributes and links
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

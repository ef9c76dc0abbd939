/** A text of the operator, which the server has made safe HTML of (src/domain/info-pages). */
export function Markdown({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: without elements, attributes and links that could do harm
  return <div className="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}

const charsetOf = (bytes: Buffer, contentType: string): string => {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  // Browsers look that far for it as well.
  return (named.exec(contentType) ?? named.exec(bytes.toString('latin1', 0, 1024)))?.[1] ?? 'utf-8';
};

/** A page in the encoding that its server, or the page itself, says it has. */
export const decodePage = (bytes: Buffer, contentType: string): string => {
  try {
    return new TextDecoder(charsetOf(bytes, contentType)).decode(bytes);
  } catch {
    // Nobody knows this encoding.
    return bytes.toString();
  }
};

const entities: Record<string, string> = { amp: '&', quot: '"', apos: "'", nbsp: ' ', lt: '<', gt: '>', '#39': "'" };

/** Where the text goes on behind the tag that begins at `tag`; undefined if it does not. */
const afterTag = (html: string, tag: number): number | undefined => {
  const end = html.indexOf('>', tag);
  if (end === -1) return undefined;
  if (!/^<(?:script|style)\b/i.test(html.slice(tag, tag + 8))) return end + 1;
  const closing = /<\/(?:script|style)\b/gi;
  closing.lastIndex = end;
  return closing.exec(html)?.index;
};

/** The text of a page as people read it, near enough to find a sentence in. Each character is looked at once, whatever the page holds. */
export const textOf = (html: string): string => {
  const parts: string[] = [];
  let at: number | undefined = 0;
  while (at !== undefined) {
    const tag = html.indexOf('<', at);
    parts.push(html.slice(at, tag === -1 ? undefined : tag));
    at = tag === -1 ? undefined : afterTag(html, tag);
  }
  return parts.join(' ').replace(/&(#39|\w{2,4});/g, (whole, name: string) => entities[name] ?? whole);
};

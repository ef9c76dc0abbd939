import { domainToUnicode } from 'node:url';

/** Encoded twice is still read by browsers' users. */
const maxRounds = 3;

const decode = (text: string): string => {
  let decoded = text;
  for (let round = 0; round < maxRounds && decoded.includes('%'); round++) {
    const next = decoded.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      try {
        return decodeURIComponent(encoded);
      } catch {
        return encoded;
      }
    });
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
};

const originOf = (link: string): { host: string; rest: string } => {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(link);
  const authority = origin?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '');
  return { host, rest: link.slice(origin?.[0].length ?? 0) };
};

/** Hyphens stand for the blanks of a title. */
const wordEnds = /[-_/?&=#:;]/g;

/** A link as words: hosts as people read them (punycode decoded), paths and parameters decoded, a blank between their parts. */
export const linkText = (link: string): string => {
  const { host, rest } = originOf(link);
  const name = decode(host);
  return `${domainToUnicode(name) || name} ${decode(rest.replaceAll('+', ' '))}`.replace(wordEnds, ' ');
};

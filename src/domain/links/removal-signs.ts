import { bareHost } from '#domain/stay-down/mirrors.ts';
import { textOf } from './page-text.ts';

/** How a host says that it has removed a video, although it answers as if all were well. */
export interface RemovalSign {
  /** Sentences of its page. */
  texts: string[];
  /** It leads to its home page instead. */
  leadsHome: boolean;
}

export type RemovalSigns = ReadonlyMap<string, RemovalSign>;

const readable = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** As an operator wrote them: a host and a sentence on each line, or a host and "/" if it leads home. */
export const parseRemovedTexts = (text: string): RemovalSigns => {
  const signs = new Map<string, RemovalSign>();
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*(\S+)\s+(\S.*)$/.exec(line) ?? [];
    const host = bareHost(name.replace(/:$/, ''));
    if (host === '') continue;
    const sign = signs.get(host) ?? { texts: [], leadsHome: false };
    if (rest.trim() === '/') sign.leadsHome = true;
    else sign.texts.push(readable(rest));
    signs.set(host, sign);
  }
  return signs;
};

export const saysRemoved = ({ texts }: RemovalSign, html: string): boolean => {
  if (texts.length === 0) return false;
  const page = readable(textOf(html));
  return texts.some((text) => page.includes(text));
};

import { Parser } from 'htmlparser2';

/** What a search engine reads of a page. */
export interface PageFacts {
  title: string;
  description: string;
  canonical: string;
  /** The robots meta tag. */
  robots: string;
  /** How many h1 there are. */
  headings: number;
  /** As written in the HTML, without those marked nofollow. */
  links: string[];
  /** All text of the main part. */
  text: string;
}

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

export const readPageFacts = (html: string): PageFacts => {
  const facts: PageFacts = { title: '', description: '', canonical: '', robots: '', headings: 0, links: [], text: '' };
  let isTitle = false;
  let mainDepth = 0;
  let depth = 0;
  const readMeta = ({ name, content = '' }: Record<string, string>) => {
    if (name === 'description') facts.description = squeeze(content);
    if (name === 'robots') facts.robots = `${facts.robots},${content}`;
  };
  const parser = new Parser({
    onopentag: (name, attributes) => {
      depth += 1;
      const { rel = '', href } = attributes;
      if (name === 'title' && facts.title === '') isTitle = true;
      if (name === 'meta') readMeta(attributes);
      if (name === 'link' && rel === 'canonical') facts.canonical = href ?? '';
      if (name === 'h1') facts.headings += 1;
      if (name === 'main') mainDepth = depth;
      if (name === 'a' && href !== undefined && !/\bnofollow\b/.test(rel)) facts.links.push(href);
    },
    ontext: (data) => {
      if (isTitle) facts.title += data;
      if (mainDepth > 0) facts.text += `${data} `;
    },
    onclosetag: (name) => {
      if (name === 'title') isTitle = false;
      if (name === 'main' && depth === mainDepth) mainDepth = 0;
      depth -= 1;
    },
  });
  parser.end(html);
  facts.title = squeeze(facts.title);
  facts.text = squeeze(facts.text);
  return facts;
};

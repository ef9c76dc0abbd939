import type { InfoPage } from '#contract/values/info-pages.ts';
import type { Facts } from '#contract/values/operator-facts.ts';
import { firstParagraphOf, renderMarkdown } from './markdown.ts';

interface RenderedPage {
  html: string;
  /** What its first paragraph says, for search engines. */
  summary: string;
}

/** Settings change seldom, and anyone may request these pages: the last rendering of each is enough. */
const rendered = new Map<InfoPage, RenderedPage & { source: string }>();

export const renderInfoPage = (page: InfoPage, text: string, facts: Facts): RenderedPage => {
  const source = JSON.stringify([text, facts]);
  const known = rendered.get(page);
  if (known?.source === source) return known;
  const result = { source, html: renderMarkdown(text, facts), summary: firstParagraphOf(text) };
  rendered.set(page, result);
  return result;
};

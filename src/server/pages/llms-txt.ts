import type { FastifyInstance } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { tagNameOf } from '#contract/values/names.ts';
import { NotFoundError } from '#domain/errors.ts';
import { forOneHour } from '../cache-control.ts';

interface LlmsTxtOptions {
  client: Client;
  siteUrl: string;
  settings: () => Promise<SiteSettings>;
}

const lists = {
  'New content': ['/new-content', 'the newest videos'],
  'Top videos': ['/top-videos', 'the most watched videos'],
  'Most liked': ['/most-liked', 'the videos that visitors liked best'],
  Tags: ['/tags', 'all tags from A to Z'],
  Models: ['/pornstars', 'all performers from A to Z'],
  Archive: ['/archive', 'all videos by the day of their publication'],
} as const;

const shownTags = 30;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** In Markdown, brackets end the text of a link. */
const linkText = (text: string) => oneLine(text).replace(/[[\]\\]/g, '\\$&');

/** What the site is and where its lists are, for language models (https://llmstxt.org), if the operator wants that. */
export const registerLlmsTxt = (app: FastifyInstance, { client, siteUrl, settings }: LlmsTxtOptions) => {
  app.get('/llms.txt', async (_request, reply) => {
    const { llmsTxt, siteName, description, footerText } = await settings();
    if (!llmsTxt) throw new NotFoundError('This site has no description for language models.');
    const { tags, tagNames } = await client.getTags({ query: { limit: shownTags } });
    const text = [
      `# ${oneLine(siteName)}`,
      '',
      `> ${oneLine(description)}`,
      '',
      oneLine(footerText),
      '',
      '## Lists',
      '',
      ...Object.entries(lists).map(([name, [path, about]]) => `- [${name}](${siteUrl}${path}): ${about}`),
      '',
      '## Most used tags',
      '',
      ...tags.map((slug) => `- [${linkText(tagNameOf(slug, tagNames))}](${siteUrl}/tag/${encodeURIComponent(slug)})`),
      '',
      '## Files',
      '',
      `- [Sitemap](${siteUrl}/sitemap.xml): every video, tag and performer`,
      `- [Feed](${siteUrl}/new-content.rss): the newest videos as RSS`,
      '',
    ];
    return reply.type('text/plain; charset=utf-8').header('cache-control', forOneHour).send(text.join('\n'));
  });
};

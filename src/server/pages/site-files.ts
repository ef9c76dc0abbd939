import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Client } from '#contract/calls/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { tagNameOf } from '#contract/values/names.ts';
import { isEmail } from '#contract/values/text.ts';
import { publicKeyPem } from '#domain/cases/signed-case.ts';
import { dayMs } from '#domain/day.ts';
import { NotFoundError } from '#domain/errors.ts';
import { openToEveryone } from '../age/open-to-everyone.ts';
import { forOneHour } from '../cache-control.ts';

/**
 * Crawlers that collect training data for language models, by their names in robots.txt. Without search engines, and
 * without agents that fetch a page on behalf of a person.
 */
const aiCrawlers = [
  'AI2Bot',
  'Amazonbot',
  'anthropic-ai',
  'Applebot-Extended',
  'Bytespider',
  'CCBot',
  'ClaudeBot',
  'cohere-training-data-crawler',
  'Diffbot',
  'Google-Extended',
  'GPTBot',
  'ImagesiftBot',
  'meta-externalagent',
  'omgili',
  'PanguBot',
  'Timpibot',
];

/** The group of robots.txt that refuses AI crawlers, with the blank line after it. */
const aiCrawlerRules = [...aiCrawlers.map((name) => `User-agent: ${name}`), 'Disallow: /', '', ''].join('\n');

/** The query parameters of sorted or narrowed lists. */
const parameters = ['sort', 'duration', 'age', 'category', 'with', 'without'];

/**
 * Narrowed lists are endless, and each form of reports was once linked to for each video, so crawlers needn't fetch them.
 * The wildcard `*` is part of the Robots Exclusion Protocol (RFC 9309). Pages that say `noindex`, such as searches, stay
 * allowed, since crawlers have to read that (decision 032).
 */
const disallowed = ['/api/', '/admin', '/report?', ...parameters.flatMap((name) => [`/*?${name}=`, `/*&${name}=`])];

const robotsTxt = (siteUrl: string) =>
  [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ].join('\n');

interface SiteFilesOptions {
  client: Client;
  siteName: string;
  siteUrl: string;
  settings: () => Promise<SiteSettings>;
  indexNowKey: string;
  /** Signs exported cases. */
  caseKey: KeyObject;
}

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const registerManifest = (app: FastifyInstance, { client, siteName }: SiteFilesOptions) => {
  app.get('/manifest.webmanifest', openToEveryone, async (_request, reply) => {
    const name = await client.getSettings().then(
      (settings) => settings.siteName,
      () => siteName,
    );
    const manifest = {
      name,
      short_name: name,
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0b0b0f',
      theme_color: '#0b0b0f',
      icons,
    };
    return reply.type('application/manifest+json').header('cache-control', forOneHour).send(JSON.stringify(manifest));
  });
};

const listedPages = {
  'New content': ['/new-content', 'the newest videos'],
  'Top videos': ['/top-videos', 'the most watched videos'],
  'Most liked': ['/most-liked', 'the videos that visitors liked best'],
  Tags: ['/tags', 'all tags from A to Z'],
  Models: ['/pornstars', 'all performers from A to Z'],
  Archive: ['/archive', 'all videos by the day of their publication'],
} as const;

const shownTags = 30;

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
/** Escapes brackets, which would end the text of a Markdown link. */
const linkText = (text: string) => oneLine(text).replace(/[[\]\\]/g, '\\$&');

/** Describes the site and its lists to language models (https://llmstxt.org), if the operator has switched that on. */
const registerLlmsTxt = (app: FastifyInstance, { client, siteUrl, settings }: SiteFilesOptions) => {
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
      ...Object.entries(listedPages).map(([name, [path, about]]) => `- [${name}](${siteUrl}${path}): ${about}`),
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

const securityTxtPath = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year, so that the contact of an abandoned site expires. */
const validDays = 180;

const asUri = (contact: string) => (isEmail(contact) ? `mailto:${encodeURI(contact)}` : new URL(contact).href);

/** Says where to report vulnerabilities (RFC 9116), if the settings name a contact. */
const registerSecurityTxt = (app: FastifyInstance, { client, siteUrl }: SiteFilesOptions) => {
  app.get(securityTxtPath, openToEveryone, async (_request, reply) => {
    const { securityContact, securityPolicyUrl } = await client.getSettings();
    if (securityContact === '') throw new NotFoundError('This site names no contact for reports of vulnerabilities.');
    const fields = [
      `Contact: ${asUri(securityContact)}`,
      `Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${siteUrl}${securityTxtPath}`,
      ...(securityPolicyUrl === '' ? [] : [`Policy: ${new URL(securityPolicyUrl).href}`]),
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', forOneHour)
      .send(`${fields.join('\n')}\n`);
  });
};

/** Registers small files about the site: robots.txt, the web app manifest, llms.txt, security.txt and keys. */
export const registerSiteFiles = (app: FastifyInstance, options: SiteFilesOptions) => {
  const { siteUrl, settings, indexNowKey, caseKey } = options;
  app.get('/robots.txt', openToEveryone, async (_request, reply) => {
    const { refuseAiCrawlers } = await settings();
    const text = (refuseAiCrawlers ? aiCrawlerRules : '') + robotsTxt(siteUrl);
    return reply.type('text/plain; charset=utf-8').header('cache-control', forOneHour).send(text);
  });
  registerManifest(app, options);
  registerLlmsTxt(app, options);
  registerSecurityTxt(app, options);
  // Proves to IndexNow that an announcement comes from this site.
  app.get(`/${indexNowKey}.txt`, openToEveryone, async (_request, reply) => {
    if (!(await settings()).indexNow) throw new NotFoundError('This site does not use IndexNow.');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(indexNowKey);
  });
  // The public key with which anyone can verify that an exported case comes from this site.
  const pem = publicKeyPem(caseKey);
  app.get('/.well-known/marquee-case-key.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').header('cache-control', forOneHour).send(pem),
  );
};

import type { FastifyInstance } from 'fastify';
import type { Client } from '#contract/client.ts';
import type { SiteSettings } from '#contract/settings.ts';
import { openToEveryone } from '../age/open-to-everyone.ts';
import { forOneHour } from '../cache-control.ts';
import { aiCrawlerRules } from './ai-crawlers.ts';
import { robotsTxt } from './robots.ts';

interface SiteFilesOptions {
  client: Client;
  siteName: string;
  siteUrl: string;
  settings: () => Promise<SiteSettings>;
}

const icons = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

/** robots.txt and the web app manifest. */
export const registerSiteFiles = (app: FastifyInstance, { client, siteName, siteUrl, settings }: SiteFilesOptions) => {
  app.get('/robots.txt', openToEveryone, async (_request, reply) => {
    const { refuseAiCrawlers } = await settings();
    const text = (refuseAiCrawlers ? aiCrawlerRules : '') + robotsTxt(siteUrl);
    return reply.type('text/plain; charset=utf-8').header('cache-control', forOneHour).send(text);
  });
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

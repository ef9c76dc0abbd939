import type { FastifyInstance } from 'fastify';
import type { SiteSettings } from '#contract/settings.ts';
import { NotFoundError } from '#domain/errors.ts';
import { openToEveryone } from '../age/open-to-everyone.ts';

interface KeyFileOptions {
  key: string;
  settings: () => Promise<SiteSettings>;
}

/** The file by which IndexNow knows that an announcement comes from this site. */
export const registerIndexNowKey = (app: FastifyInstance, { key, settings }: KeyFileOptions) => {
  app.get(`/${key}.txt`, openToEveryone, async (_request, reply) => {
    if (!(await settings()).indexNow) throw new NotFoundError('This site does not use IndexNow.');
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(key);
  });
};

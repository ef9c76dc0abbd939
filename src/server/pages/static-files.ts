import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { forOneDay, immutable } from '../cache-control.ts';

/** The client files of the build. Files under /assets have a content hash in their name and never change. */
export const serveStaticFiles = async (app: FastifyInstance, buildDir: string) => {
  const hashed = `${sep}assets${sep}`;
  await app.register(fastifyStatic, {
    root: join(buildDir, 'client'),
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(hashed) ? immutable : forOneDay);
    },
  });
};

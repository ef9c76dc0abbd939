import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const year = 31_536_000;
const day = 86_400;

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
      const policy = path.includes(hashed) ? `public, max-age=${year}, immutable` : `public, max-age=${day}`;
      reply.header('cache-control', policy);
    },
  });
};

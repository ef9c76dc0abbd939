import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ArtKind, drawArt } from '#domain/demo/art/art.ts';
import { immutable } from './cache-control.ts';

const artPaths: Record<string, ArtKind> = {
  '/art': 'video',
  '/art/performer': 'performer',
  '/art/logo': 'logo',
};

/** The demo's generated pictures and the uploads. A file never changes under its name. */
export const registerImages = async (app: FastifyInstance, { uploadsDir }: { uploadsDir: string }) => {
  const sendArt = async (kind: ArtKind, file: string, reply: FastifyReply) => {
    const number = /^(\d{1,9})\.svg$/.exec(file)?.[1];
    if (number === undefined) return reply.callNotFound();
    return reply
      .type('image/svg+xml; charset=utf-8')
      .header('cache-control', immutable)
      .send(drawArt(kind, Number(number)));
  };
  for (const [path, kind] of Object.entries(artPaths))
    app.get<{ Params: { file: string } }>(`${path}/:file`, (request, reply) =>
      sendArt(kind, request.params.file, reply),
    );
  await app.register(fastifyStatic, {
    root: uploadsDir,
    prefix: '/uploads/',
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', immutable),
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
  });
};

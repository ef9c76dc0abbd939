import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { drawArt, isArtKind } from '#domain/demo/art/art.ts';

const aYear = 'public, max-age=31536000, immutable';

/** The demo's drawn pictures and the uploads. Both never change under their names. */
export const registerImages = async (app: FastifyInstance, { uploadsDir }: { uploadsDir: string }) => {
  const draw = (kind: string, file: string) => {
    const number = /^(\d{1,9})\.svg$/.exec(file)?.[1];
    return number !== undefined && isArtKind(kind) ? drawArt(kind, Number(number)) : undefined;
  };
  const answer = async (kind: string, file: string, reply: FastifyReply) => {
    const svg = draw(kind, file);
    if (svg === undefined) return reply.callNotFound();
    return reply.type('image/svg+xml').header('cache-control', aYear).send(svg);
  };
  app.get<{ Params: { file: string } }>('/art/:file', (request, reply) => answer('video', request.params.file, reply));
  app.get<{ Params: { kind: string; file: string } }>('/art/:kind/:file', (request, reply) =>
    answer(request.params.kind, request.params.file, reply),
  );
  await app.register(fastifyStatic, {
    root: uploadsDir,
    prefix: '/uploads/',
    cacheControl: false,
    setHeaders: (reply) => reply.header('cache-control', aYear),
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
  });
};

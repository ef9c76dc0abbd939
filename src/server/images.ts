import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ArtKind, drawArt } from '#domain/demo/art/art.ts';
import type { UploadReader } from '#domain/uploads/upload-reader.ts';
import { immutable } from './cache-control.ts';

const artPaths: Record<string, ArtKind> = {
  '/art': 'video',
  '/art/performer': 'performer',
  '/art/logo': 'logo',
};

/** The demo's generated pictures and the uploads. A picture never changes under its name. */
export const registerImages = async (app: FastifyInstance, { uploads }: { uploads: UploadReader }) => {
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
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const name = request.params['*'];
    const content = await uploads.read(name);
    if (!content) return reply.callNotFound();
    const etag = `"${name}"`;
    reply.headers({ 'cache-control': immutable, etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('image/webp').send(content);
  });
};

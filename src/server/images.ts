import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ArtKind, drawArt } from '#domain/demo/art/art.ts';
import { GoneError } from '#domain/errors.ts';
import { imagesFolder } from '#domain/uploads/upload-name.ts';
import type { Upload, UploadReader } from '#domain/uploads/upload-reader.ts';
import { forOneDay, immutable, sharedForOneSecond } from './cache-control.ts';

const artPaths: Record<string, ArtKind> = {
  '/art': 'video',
  '/art/performer': 'performer',
  '/art/logo': 'logo',
};

/** Posts can be withheld. A browser may keep what its visitor has seen. */
const ofPosts = `${forOneDay}, ${sharedForOneSecond}`;
const cachePolicyOf = (name: string) => (name.startsWith(imagesFolder) ? ofPosts : immutable);

interface ImagesOptions {
  uploads: UploadReader;
  /** Whether an admin is asking. */
  isAdmin: (request: FastifyRequest) => Promise<boolean>;
}

/** The demo's generated pictures and the uploads. A picture never changes under its name. */
export const registerImages = async (app: FastifyInstance, { uploads, isAdmin }: ImagesOptions) => {
  /** Admins have to see what they decide on. */
  const sendWithheld = async ({ content }: Upload, request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'private, no-store');
    if (await isAdmin(request)) return reply.type('image/webp').send(content);
    throw new GoneError('This picture has been removed.');
  };
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
    const upload = await uploads.read(name);
    if (!upload) return reply.callNotFound();
    if (upload.isWithheld) return sendWithheld(upload, request, reply);
    const etag = `"${name}"`;
    reply.headers({ 'cache-control': cachePolicyOf(name), etag });
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply.type('image/webp').send(upload.content);
  });
};

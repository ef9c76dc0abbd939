import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../page-cache/cached-page.ts';
import type { FileSource, GeneratedFiles } from './generated-files.ts';

/** Its name is its url on this site. */
export interface GeneratedFile extends FileSource {
  type: string;
  cacheControl: string;
}

/** Large chunks: each passes through the event loop, which other visitors need. */
const chunkSize = 256 * 1024;

/** Percent-encoding is no other spelling: a proxy may change it, and would be redirected for ever. */
const pathOf = (url: string) => decodeURIComponent(url.split('?', 1)[0] ?? '');

/** Nearly every client accepts gzip; for others the file is decompressed as they read. */
export const sendGeneratedFile = async (
  files: GeneratedFiles,
  { type, cacheControl, ...source }: GeneratedFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  // One url per file: upper case, a trailing slash or a leading zero lead to it.
  if (pathOf(request.url) !== pathOf(source.name))
    return reply.header('cache-control', cacheControl).redirect(source.name, 301);
  const { handle, etag } = await files.open(source);
  // CORS may have set Vary: Origin.
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  reply.headers({ 'cache-control': cacheControl, etag, vary });
  if (request.headers['if-none-match']?.includes(etag)) {
    await handle.close();
    return reply.code(304).send();
  }
  reply.type(type);
  // pipeline() closes the file if the client goes before the end.
  if (!acceptsGzip(request.headers['accept-encoding']))
    return reply.send(pipeline(handle.createReadStream(), createGunzip({ chunkSize }), () => {}));
  const { size } = await handle.stat();
  return reply.headers({ 'content-encoding': 'gzip', 'content-length': size }).send(handle.createReadStream());
};

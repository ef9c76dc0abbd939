import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../page-cache/cached-page.ts';
import type { FileSource, GeneratedFiles } from './generated-files.ts';

/** A file whose name is its URL on this site. */
export interface GeneratedFile extends FileSource {
  type: string;
  cacheControl: string;
}

/** Large chunks, because each one takes a turn of the event loop. */
const chunkSize = 256 * 1024;

/** Decoded, because a proxy may change the percent-encoding and would then be redirected forever. */
const pathOf = (url: string) => decodeURIComponent(url.split('?', 1)[0] ?? '');

/** Sends the file with gzip. It is decompressed on the fly for the few clients that don't accept that. */
export const sendGeneratedFile = async (
  files: GeneratedFiles,
  { type, cacheControl, ...source }: GeneratedFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  // One URL per file: spellings with upper case, a trailing slash or leading zeros are redirected to it.
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
  // pipeline() closes the file if the client disconnects early.
  if (!acceptsGzip(request.headers['accept-encoding']))
    return reply.send(pipeline(handle.createReadStream(), createGunzip({ chunkSize }), () => {}));
  const { size } = await handle.stat();
  return reply.headers({ 'content-encoding': 'gzip', 'content-length': size }).send(handle.createReadStream());
};

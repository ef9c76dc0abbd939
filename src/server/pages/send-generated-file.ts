import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip } from '../page-cache/encoding.ts';
import type { GeneratedFiles } from './generated-files.ts';

export interface GeneratedFile {
  name: string;
  type: string;
  cacheControl: string;
  text: () => AsyncIterable<string>;
}

/** Large chunks: each passes through the event loop, which other visitors need. */
const chunkSize = 256 * 1024;

/** Nearly every client accepts gzip; for others the file is decompressed as they read. */
export const sendGeneratedFile = async (
  files: GeneratedFiles,
  { name, type, cacheControl, text }: GeneratedFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const file = await files.open(name, text);
  // CORS may have set Vary: Origin.
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  reply.type(type).headers({ 'cache-control': cacheControl, vary });
  // pipeline() closes the file if the client goes before the end.
  if (!acceptsGzip(request.headers['accept-encoding']))
    return reply.send(pipeline(file.createReadStream(), createGunzip({ chunkSize }), () => {}));
  const { size } = await file.stat();
  return reply.headers({ 'content-encoding': 'gzip', 'content-length': size }).send(file.createReadStream());
};

import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { BuildFileReader } from '#domain/builds/build-file-reader.ts';
import { immutable } from '../cache-control.ts';
import { negotiateEncoding } from '../page-cache/encoding.ts';

const decompress = promisify(brotliDecompress);

/** For pages of other builds: of nodes with another version, and in tabs that were opened before an upgrade. */
export const serveFilesOfOtherBuilds = (app: FastifyInstance, builds: BuildFileReader) => {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const file = await builds.read(request.params['*']);
    if (!file)
      return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
    reply.headers({ 'cache-control': immutable, vary: 'Accept-Encoding' }).type(file.type);
    if (file.encoding === 'identity') return reply.send(file.content);
    const acceptsBrotli = negotiateEncoding(request.headers['accept-encoding']) === 'br';
    return acceptsBrotli
      ? reply.header('content-encoding', 'br').send(file.content)
      : reply.send(await decompress(file.content));
  });
};

import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BuildFileReader } from '#domain/builds/build-file-reader.ts';
import { forOneDay, immutable } from '../cache-control.ts';
import { negotiateEncoding } from '../page-cache/encoding.ts';

const decompress = promisify(brotliDecompress);

/** The files of a folder by their paths below it. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));

const sendFileOfOtherBuild = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  builds: BuildFileReader,
  name: string,
) => {
  const file = await builds.read(name);
  if (!file)
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');
  reply.headers({ 'cache-control': immutable, vary: 'Accept-Encoding' }).type(file.type);
  if (file.encoding === 'identity') return reply.send(file.content);
  return negotiateEncoding(headers['accept-encoding']) === 'br'
    ? reply.header('content-encoding', 'br').send(file.content)
    : reply.send(await decompress(file.content));
};

/**
 * The client files of the build. Files under /assets have a content hash in their name and never change; those of other
 * builds are there, too, for pages of nodes with another version and for tabs that were opened before an upgrade.
 */
export const serveStaticFiles = async (app: FastifyInstance, buildDir: string, otherBuilds: BuildFileReader) => {
  const root = join(buildDir, 'client');
  const hashed = `${sep}assets${sep}`;
  // Its own routes would be one for each of hundreds of files.
  await app.register(fastifyStatic, {
    root,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes(hashed) ? immutable : forOneDay);
    },
  });
  const files = new Set(filesIn(root));
  for (const file of files)
    if (!file.includes(sep) && !file.startsWith('.'))
      app.get(`/${file}`, (_request, reply) => reply.sendFile(`/${file}`));
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const name = request.params['*'];
    return files.has(join('assets', name))
      ? reply.sendFile(`/assets/${name}`)
      : sendFileOfOtherBuild(request, reply, otherBuilds, name);
  });
};

import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Build, BuildFileReader } from '#domain/builds.ts';
import { openAllToEveryone } from '../age/open-to-everyone.ts';
import { forOneDay, immutable } from '../cache-control.ts';
import { negotiateEncoding } from '../page-cache/cached-page.ts';
import { buildDir, buildWeb } from '../web-build.ts';
import { contentSecurityPolicy, type InlineCode, loadPageBuild, type PageBuild } from './page-build.ts';

const decompress = promisify(brotliDecompress);

/** The files of a folder by their paths below it. */
const filesIn = (folder: string) =>
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

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The files of a build that have a hash in their name, compressed if the build has compressed them. */
export const readOwnBuild = (buildDir: string): Build => {
  const folder = join(buildDir, 'client/assets');
  const files = new Set(filesIn(folder));
  return {
    names: [...files].filter((name) => !/\.(br|gz)$/.test(name)),
    read: async (name) => {
      const isCompressed = files.has(`${name}.br`);
      return {
        type: types[extname(name)] ?? 'application/octet-stream',
        content: await readFile(join(folder, isCompressed ? `${name}.br` : name)),
        encoding: isCompressed ? 'br' : 'identity',
      };
    },
  };
};

/** Where the pages and the browser's files come from: the web build or, in development, Vite. */
export interface PageSource {
  open: () => Promise<PageBuild>;
  /** Where worker threads load the build from, and where its files are; in development there is none. */
  buildDir?: string;
  serveFiles: (app: FastifyInstance, otherBuilds: BuildFileReader) => Promise<void>;
  contentSecurityPolicy: (inline: InlineCode, overrides: Record<string, string>) => string;
}

export const builtPages = (folder: string): PageSource => ({
  buildDir: folder,
  open: () => loadPageBuild(folder),
  serveFiles: async (app, otherBuilds) => {
    await app.register(async (scope) => {
      openAllToEveryone(scope);
      await serveStaticFiles(scope, folder, otherBuilds);
    });
  },
  contentSecurityPolicy,
});

/** The build of this version, which is made if there is none. */
export const webBuild: PageSource = {
  ...builtPages(buildDir),
  open: async () => {
    await buildWeb();
    return loadPageBuild(buildDir);
  },
};

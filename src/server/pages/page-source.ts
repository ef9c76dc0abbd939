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
 * Serves the client files of the build. Files under /assets have a content hash in their name and never change. Those
 * of other builds are served too: for pages from nodes with another version, and for tabs that were opened before an
 * upgrade.
 */
export const serveStaticFiles = async (app: FastifyInstance, buildDir: string, otherBuilds: BuildFileReader) => {
  const root = join(buildDir, 'client');
  const hashed = `${sep}assets${sep}`;
  // The plugin would register a route for each of hundreds of files.
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

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The hashed files of a build, in the compressed form if there is one. */
export const readOwnBuild = (buildDir: string): Build => {
  const folder = join(buildDir, 'client/assets');
  const files = new Set(filesIn(folder));
  return {
    names: [...files].filter((name) => !/\.(br|gz)$/.test(name)),
    read: async (name) => {
      const isCompressed = files.has(`${name}.br`);
      return {
        type: contentTypes[extname(name)] ?? 'application/octet-stream',
        content: await readFile(join(folder, isCompressed ? `${name}.br` : name)),
        encoding: isCompressed ? 'br' : 'identity',
      };
    },
  };
};

/** Where pages and client files come from: the web build or, in development, Vite. */
export interface PageSource {
  open: () => Promise<PageBuild>;
  /** The folder of the build, from which worker threads load it. Undefined in development. */
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

/** The build of this version. Opening it builds the pages if necessary. */
export const webBuild: PageSource = {
  ...builtPages(buildDir),
  open: async () => {
    await buildWeb();
    return loadPageBuild(buildDir);
  },
};

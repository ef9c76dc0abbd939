import type { FastifyInstance } from 'fastify';
import type { BuildFileReader } from '#domain/builds/build-file-reader.ts';
import { openAllToEveryone } from '../age/open-to-everyone.ts';
import { buildDir, buildWeb } from '../web-build.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { type InlineCode, loadPageBuild, type PageBuild } from './page-build.ts';
import { serveStaticFiles } from './static-files.ts';

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

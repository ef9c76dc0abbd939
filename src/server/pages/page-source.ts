import type { FastifyInstance } from 'fastify';
import { buildDir, buildWeb } from '../web-build.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { type InlineCode, loadPageBuild, type PageBuild } from './page-build.ts';
import { serveStaticFiles } from './static-files.ts';

/** Where the pages and the browser's files come from: the web build or, in development, Vite. */
export interface PageSource {
  open: () => Promise<PageBuild>;
  /** Where worker threads load the build from; without it, they cannot. */
  buildDir?: string;
  serveFiles: (app: FastifyInstance) => Promise<void>;
  contentSecurityPolicy: (inline: InlineCode, overrides: Record<string, string>) => string;
}

export const webBuild: PageSource = {
  buildDir,
  open: async () => {
    await buildWeb();
    return loadPageBuild(buildDir);
  },
  serveFiles: (app) => serveStaticFiles(app, buildDir),
  contentSecurityPolicy,
};

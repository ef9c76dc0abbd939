import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SiteSettings } from '#contract/settings.ts';
import type { AgeDoor } from '#contract/values/age-door.ts';
import { permissionsPolicy, reportingEndpoints } from '../pages/content-security-policy.ts';
import type { PageBuild } from '../pages/page-build.ts';
import type { PageSource } from '../pages/page-source.ts';

type Shown = Pick<AgeDoor, 'kind' | 'returnPath'> & { problem?: AgeDoor['problem'] };

export interface Door {
  /** Sends the door in place of a page: 403 until the age is assured, 451 where the site is closed. */
  send: (request: FastifyRequest, reply: FastifyReply, shown: Shown) => Promise<FastifyReply>;
}

export interface DoorOptions {
  build: Pick<PageBuild, 'renderDoor'>;
  contentSecurityPolicy: PageSource['contentSecurityPolicy'];
  settings: () => Promise<Pick<SiteSettings, 'siteName' | 'accent' | 'leaveUrl'>>;
  /** The host of the provider. */
  provider: string | undefined;
}

const statuses = { assurance: 403, closed: 451 };

/** Rendered for each request, because it names the page that was requested. Nobody else may get it: not even a cache. */
export const createDoor = ({ build, contentSecurityPolicy, settings, provider }: DoorOptions): Door => ({
  send: async (_request, reply, { kind, returnPath, problem }) => {
    const { siteName, accent, leaveUrl } = await settings();
    const { html, inline } = build.renderDoor({ kind, siteName, accent, leaveUrl, provider, problem, returnPath });
    return reply
      .code(statuses[kind])
      .headers({
        'cache-control': 'private, no-store',
        'content-security-policy': contentSecurityPolicy(inline, {}),
        'permissions-policy': permissionsPolicy,
        // The provider need not know which page somebody wants to see.
        'referrer-policy': 'no-referrer',
        'reporting-endpoints': reportingEndpoints,
        'x-robots-tag': 'noindex',
      })
      .type('text/html; charset=utf-8')
      .send(html);
  },
});

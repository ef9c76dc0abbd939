import type { clickRoutes } from '#contract/clicks.ts';
import { ValidationError } from '#domain/errors.ts';
import { ipNetwork } from '#domain/ip.ts';
import type { HandlersOf } from './http/call.ts';
import type { ApiContext } from './http/context.ts';

/** CDNs say that they passed a request on (RFC 8586); other shared caches should (RFC 9110). */
const isBehindCache = (headers: Record<string, unknown>) => 'cdn-loop' in headers || 'via' in headers;

export const clickHandlers = ({ clicks }: ApiContext): HandlersOf<keyof typeof clickRoutes> => ({
  countClick: async ({ body: { kind, target, openMs }, request, session }) => {
    if (kind !== 'visit' && !/^\d{1,18}$/.test(target))
      throw new ValidationError('The target must be the id of a video.', {
        target: 'The target must be the id of a video.',
      });
    // Admins try links out.
    if (!session)
      clicks.count({
        kind,
        target,
        openMs,
        visitor: { network: ipNetwork(request.ip), userAgent: request.headers['user-agent'] },
        isBehindCache: isBehindCache(request.headers),
      });
    return { success: true };
  },
});

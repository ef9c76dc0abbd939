import type { UsedToken } from '#domain/accounts/api-tokens.ts';
import { ForbiddenError } from '#domain/errors.ts';
import type { NewVideo } from '#domain/posts/save-video.ts';

/** What a token for drafts makes of a post's state and network. Asking for others is refused, rather than ignored. */
export const onlyAsDraft = ({ partnerId }: UsedToken, given: Partial<NewVideo>): Partial<NewVideo> => {
  if ((given.state !== undefined && given.state !== 'draft') || given.publishAt)
    throw new ForbiddenError('This API token may only add drafts: leave out state and publishAt.');
  if (partnerId === null) return {};
  if (given.partnerId !== undefined && given.partnerId !== partnerId)
    throw new ForbiddenError('This API token is bound to a network: leave out partner.');
  return { partnerId };
};

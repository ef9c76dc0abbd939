import { Type } from 'typebox';
import { OptionalText } from './fields.ts';
import { defaultSettings as defaults } from './values/default-settings.ts';
import { limits } from './values/limits.ts';

const { requestsPerHour, pauseSeconds, removedTexts } = limits.links;

/** How the links of posts are kept checked. */
export const linkSettings = {
  checkLinks: Type.Boolean({
    default: defaults.checkLinks,
    description: 'Whether the site asks from time to time whether the links of posts still work',
    label: 'checking of links',
  }),
  linkRequestsPerHour: Type.Integer({
    minimum: requestsPerHour.min,
    maximum: requestsPerHour.max,
    default: defaults.linkRequestsPerHour,
    description: 'Requests for checking links, an hour; 1,400 walk a million links in 30 days',
    label: 'requests an hour',
  }),
  linkPauseSeconds: Type.Integer({
    minimum: pauseSeconds.min,
    maximum: pauseSeconds.max,
    default: defaults.linkPauseSeconds,
    description: 'Between two requests to the same host',
    label: 'pause between requests',
  }),
  hideDeadPosts: Type.Boolean({
    default: defaults.hideDeadPosts,
    description: 'Whether a post becomes a draft when all its links are dead; without it, it is listed for decision',
    label: 'hiding of posts without a working link',
  }),
  removedTexts: Type.String({
    ...OptionalText('signs of removed videos', removedTexts),
    default: defaults.removedTexts,
    description:
      'How hosts say that they have removed a video: a host and a sentence of its page on each line, or a host and “/” if it leads to its home page',
  }),
};

import { type Static, Type } from 'typebox';
import {
  DecimalId,
  defineRoutes,
  Id,
  NameLimit,
  Nullable,
  OptionalTime,
  Page,
  Pagination,
  RequiredText,
  SearchText,
  StrictObject,
  Success,
  Time,
  Version,
  WebUrl,
} from './calls/route.ts';
import { linkReasons, linkStates, probeOutcomes } from './values/checks.ts';
import { limits } from './values/fields.ts';
import { postStates } from './values/posts.ts';

const Count = Type.Integer();

export const LinkDayRecord = Type.Object({
  day: Type.String({ description: 'A day in UTC such as 2026-01-31' }),
  living: Count,
  suspicious: Count,
  dead: Count,
  unknown: Count,
  unchecked: Count,
});

export const LinkHostRecord = Type.Object({
  host: Type.String(),
  posts: Type.Integer({ description: 'Published posts with a link to this host' }),
  links: Count,
  living: Count,
  dead: Count,
  suspicious: Count,
  unknown: Count,
  unchecked: Count,
  ignored: Type.Integer({ description: 'Ignored links, which also count as living' }),
  probedAt: OptionalTime,
  trippedAt: Nullable(Time, {
    description:
      'When checking was paused because many links of the host failed at once; until it resumes, no link is judged',
  }),
  nextProbeAt: OptionalTime,
  trustedUntil: Nullable(Time, { description: 'Until when the host is believed even though many links fail' }),
});
export type LinkHostRecord = Static<typeof LinkHostRecord>;

const ProbeRecord = Type.Object({
  at: Time,
  outcome: Type.Enum(probeOutcomes),
  status: Nullable(Type.Integer(), { description: 'HTTP status; null if there was no response' }),
  reason: Type.Enum(linkReasons),
});
export type ProbeRecord = Static<typeof ProbeRecord>;

export const LinkRecord = Type.Object({
  _id: Id,
  url: Type.String(),
  host: Type.String(),
  state: Type.Enum(linkStates),
  firstGoneAt: Nullable(Time, { description: 'When the link was first not found' }),
  checkedAt: OptionalTime,
  nextCheckAt: Time,
  isUrgent: Type.Boolean({ description: 'Whether it is checked before others' }),
  probes: Type.Array(ProbeRecord, { description: 'The latest checks, newest first' }),
});
export type LinkRecord = Static<typeof LinkRecord>;

export const ListedLinkRecord = Type.Object({
  ...LinkRecord.properties,
  post: Nullable(Type.Object({ _id: Id, titel: Type.String() }), { description: 'A post with this link' }),
});
export type ListedLinkRecord = Static<typeof ListedLinkRecord>;

export const DeadPostRecord = Type.Object({
  _id: Id,
  titel: Type.String(),
  imageUrl: Type.String(),
  state: Type.Enum(postStates),
  link: Type.String(),
  host: Nullable(Type.String()),
  links: Count,
  deadSince: OptionalTime,
  views: Count,
  version: Version,
});
export type DeadPostRecord = Static<typeof DeadPostRecord>;

const Ids = (what: string) =>
  Type.Array(DecimalId('ids'), { minItems: 1, maxItems: limits.links.chosen, label: what, description: what });

const Host = RequiredText('host', 253);
const chosen = {
  ids: Type.Optional(Ids('links')),
  posts: Type.Optional(Ids('posts')),
  host: Type.Optional(Host),
};
const page = { page: Page, limit: NameLimit(20) };
const area = 'links';

export const linkHealthRoutes = defineRoutes({
  getLinkHealth: {
    method: 'GET',
    path: '/links',
    access: 'catalogue',
    area,
    summary: 'Counts the links of posts by state, now and per day',
    response: Success({
      counts: Type.Object(
        Object.fromEntries(linkStates.map((state) => [state, Count])) as Record<
          (typeof linkStates)[number],
          typeof Count
        >,
      ),
      deadPosts: Type.Integer({ description: 'Posts without a working link that need a decision, up to 1,000' }),
      trippedHosts: Count,
      isOn: Type.Boolean({ description: 'Whether links are checked' }),
      requestsPerHour: Count,
      requests: Type.Integer({ description: 'Requests in this hour' }),
      unswept: Type.Integer({ description: 'Estimated number of posts whose links are not known yet' }),
      days: Type.Array(LinkDayRecord),
    }),
  },
  getLinkHosts: {
    method: 'GET',
    path: '/links/hosts',
    access: 'catalogue',
    area,
    summary: 'Lists the hosts of links, those with problems first',
    query: Type.Object({ ...page, search: SearchText }),
    response: Success({ hosts: Type.Array(LinkHostRecord), pagination: Pagination }),
  },
  getLinks: {
    method: 'GET',
    path: '/links/all',
    access: 'catalogue',
    area,
    summary: 'Lists links with their last probes, the latest first',
    query: Type.Object({
      ...page,
      state: Type.Optional(Type.Enum(linkStates)),
      host: Type.Optional(Type.String({ maxLength: 253, description: 'Such as example.com' })),
    }),
    response: Success({ links: Type.Array(ListedLinkRecord), pagination: Pagination }),
  },
  getDeadPosts: {
    method: 'GET',
    path: '/links/dead-posts',
    access: 'catalogue',
    area,
    summary: 'Lists posts without a working link that need a decision, most viewed first',
    query: Type.Object(page),
    response: Success({ posts: Type.Array(DeadPostRecord), pagination: Pagination }),
  },
  getLinkStates: {
    method: 'POST',
    path: '/links/states',
    access: 'catalogue',
    area,
    summary: 'Returns the state of links. Unknown links are left out.',
    body: StrictObject({
      links: Type.Array(WebUrl('link'), { maxItems: limits.video.otherLinks + 1, label: 'links' }),
    }),
    response: Success({ links: Type.Array(LinkRecord) }),
  },
  recheckLinks: {
    method: 'POST',
    path: '/links/recheck',
    access: 'catalogue',
    area,
    summary: 'Checks links, the dead links of posts, or the links of a host (up to 10,000) before others',
    body: StrictObject(chosen),
    response: Success({ links: Count }),
  },
  ignoreLinks: {
    method: 'POST',
    path: '/links/ignore',
    access: 'catalogue',
    area,
    summary:
      'Ignores links, the dead links of posts, or the links of a host (up to 100,000): they are no longer judged',
    body: StrictObject(chosen),
    response: Success({ links: Count }),
  },
  heedLinks: {
    method: 'POST',
    path: '/links/heed',
    access: 'catalogue',
    area,
    summary: 'Stops ignoring links, or the links of a host (up to 100,000), and checks them again',
    body: StrictObject({ ids: chosen.ids, host: chosen.host }),
    response: Success({ links: Count }),
  },
  previewLinkReplacement: {
    method: 'POST',
    path: '/links/replacement',
    access: 'catalogue',
    area,
    summary: 'Counts the posts whose links have a form, and previews replacing it in the first ones',
    body: StrictObject({
      from: RequiredText('old form', limits.links.pattern),
      to: RequiredText('new form', limits.links.pattern),
    }),
    response: Success({
      host: Type.String({ description: 'Host of the old form, for the filter of the bulk change' }),
      posts: Count,
      examples: Type.Array(
        Type.Object({
          _id: Id,
          titel: Type.String(),
          before: Type.Array(Type.String()),
          after: Type.Array(Type.String()),
        }),
      ),
    }),
  },
  trustLinkHost: {
    method: 'POST',
    path: '/links/hosts/trust',
    access: 'catalogue',
    area,
    summary: 'Believes a host for 14 days even though many of its links fail at once',
    body: StrictObject({ host: Host }),
    response: Success({ host: Type.String() }),
  },
});

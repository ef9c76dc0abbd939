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
  day: Type.String({ description: 'Such as 2026-01-31, in UTC' }),
  living: Count,
  suspicious: Count,
  dead: Count,
  unknown: Count,
  unchecked: Count,
});

export const LinkHostRecord = Type.Object({
  host: Type.String(),
  posts: Type.Integer({ description: 'Published posts with a link that leads there' }),
  links: Count,
  living: Count,
  dead: Count,
  suspicious: Count,
  unknown: Count,
  unchecked: Count,
  ignored: Type.Integer({ description: 'Those of the living that are ignored' }),
  probedAt: OptionalTime,
  trippedAt: Nullable(Time, {
    description: 'Since when nothing is concluded, because much fails there at once',
  }),
  nextProbeAt: OptionalTime,
  trustedUntil: Nullable(Time, { description: 'Until when it is believed nevertheless' }),
});
export type LinkHostRecord = Static<typeof LinkHostRecord>;

const ProbeRecord = Type.Object({
  at: Time,
  outcome: Type.Enum(probeOutcomes),
  status: Nullable(Type.Integer(), { description: 'Of HTTP; null without an answer' }),
  reason: Type.Enum(linkReasons),
});
export type ProbeRecord = Static<typeof ProbeRecord>;

export const LinkRecord = Type.Object({
  _id: Id,
  url: Type.String(),
  host: Type.String(),
  state: Type.Enum(linkStates),
  firstGoneAt: Nullable(Time, { description: 'Since when it is not found' }),
  checkedAt: OptionalTime,
  nextCheckAt: Time,
  isUrgent: Type.Boolean({ description: 'Whether it is checked before others' }),
  probes: Type.Array(ProbeRecord, { description: 'The last ones, newest first' }),
});
export type LinkRecord = Static<typeof LinkRecord>;

export const ListedLinkRecord = Type.Object({
  ...LinkRecord.properties,
  post: Nullable(Type.Object({ _id: Id, titel: Type.String() }), { description: 'One that has it' }),
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
    access: 'admin',
    area,
    summary: 'Counts the links of posts by what is known of them, now and on each day',
    response: Success({
      counts: Type.Object(
        Object.fromEntries(linkStates.map((state) => [state, Count])) as Record<
          (typeof linkStates)[number],
          typeof Count
        >,
      ),
      deadPosts: Type.Integer({ description: 'Posts without a working link that are to be decided, up to 1,000' }),
      trippedHosts: Count,
      isOn: Type.Boolean({ description: 'Whether links are checked' }),
      requestsPerHour: Count,
      requests: Type.Integer({ description: 'Requests in this hour' }),
      unswept: Type.Integer({ description: 'Posts whose links are not known yet, about' }),
      days: Type.Array(LinkDayRecord),
    }),
  },
  getLinkHosts: {
    method: 'GET',
    path: '/links/hosts',
    access: 'admin',
    area,
    summary: 'Lists the hosts of links, those where something is wrong first',
    query: Type.Object({ ...page, search: SearchText }),
    response: Success({ hosts: Type.Array(LinkHostRecord), pagination: Pagination }),
  },
  getLinks: {
    method: 'GET',
    path: '/links/all',
    access: 'admin',
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
    access: 'admin',
    area,
    summary: 'Lists posts without a working link that are to be decided, the most viewed first',
    query: Type.Object(page),
    response: Success({ posts: Type.Array(DeadPostRecord), pagination: Pagination }),
  },
  getLinkStates: {
    method: 'POST',
    path: '/links/states',
    access: 'admin',
    area,
    summary: 'Says what is known of links; those that are not known are left out',
    body: StrictObject({
      links: Type.Array(WebUrl('link'), { maxItems: limits.video.otherLinks + 1, label: 'links' }),
    }),
    response: Success({ links: Type.Array(LinkRecord) }),
  },
  recheckLinks: {
    method: 'POST',
    path: '/links/recheck',
    access: 'admin',
    area,
    summary: 'Checks links, the dead links of posts, or the links of a host (up to 10,000) before others',
    body: StrictObject(chosen),
    response: Success({ links: Count }),
  },
  ignoreLinks: {
    method: 'POST',
    path: '/links/ignore',
    access: 'admin',
    area,
    summary: 'Concludes nothing about links, the dead links of posts, or the links of a host (up to 100,000) any more',
    body: StrictObject(chosen),
    response: Success({ links: Count }),
  },
  heedLinks: {
    method: 'POST',
    path: '/links/heed',
    access: 'admin',
    area,
    summary: 'Checks links, or the links of a host (up to 100,000), again that were ignored',
    body: StrictObject({ ids: chosen.ids, host: chosen.host }),
    response: Success({ links: Count }),
  },
  previewLinkReplacement: {
    method: 'POST',
    path: '/links/replacement',
    access: 'admin',
    area,
    summary: 'Counts the posts whose links have a form, and shows the first ones with another form',
    body: StrictObject({
      from: RequiredText('old form', limits.links.pattern),
      to: RequiredText('new form', limits.links.pattern),
    }),
    response: Success({
      host: Type.String({ description: 'Of the old form; the filter of the bulk change' }),
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
    access: 'admin',
    area,
    summary: 'Believes a host for 14 days although much fails there at once',
    body: StrictObject({ host: Host }),
    response: Success({ host: Type.String() }),
  },
});

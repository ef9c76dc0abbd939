import type {
  DeadPostRecord,
  LinkHostRecord,
  LinkRecord,
  ListedLinkRecord,
  linkHealthRoutes,
} from '#contract/link-health.ts';
import { postStates } from '#contract/values/posts.ts';
import type { Actor } from '#domain/audit-log.ts';
import { hostOfForm, readAddressForm, replacedExamples } from '#domain/bulk-changes/change-urls.ts';
import { previewChange } from '#domain/bulk-changes/requested-change.ts';
import { ValidationError } from '#domain/errors.ts';
import {
  deadLinkIds,
  ignoreHost,
  ignoreLinks,
  linkIdsOfHost,
  readHost,
  recheckLinks,
  trustHost,
} from '#domain/links/link-actions.ts';
import {
  type CheckedLink,
  countDeadPosts,
  type DeadPost,
  type LinkHost,
  readDeadPosts,
  readHosts,
  readLinkHealth,
  readLinkStates,
  readLinks,
} from '#domain/links/link-health.ts';
import { readLinkSettings } from '#domain/links/prober.ts';
import { findPostIds } from '#domain/posts/find-posts.ts';
import type { ApiContext, HandlersOf } from './http/call.ts';
import { actorOf } from './http/caller.ts';
import { paginationOf } from './http/pagination.ts';
import { waitUntilVisible } from './http/wait-until-visible.ts';
import { withIsoTimes } from './records/wire-values.ts';

const toLinkHostRecord = (host: LinkHost, posts: number): LinkHostRecord => ({ ...withIsoTimes(host), posts });

const toLinkRecord = ({ id, ...link }: CheckedLink): LinkRecord => ({ ...withIsoTimes(link), _id: String(id) });

const toListedLinkRecord = ({
  post,
  ...link
}: CheckedLink & { post: { id: number; title: string } | null }): ListedLinkRecord => ({
  ...toLinkRecord(link),
  post: post && { _id: String(post.id), titel: post.title },
});

const toDeadPostRecord = ({ id, title, ...post }: DeadPost): DeadPostRecord => ({
  ...withIsoTimes(post),
  _id: String(id),
  titel: title,
});

const maxExamples = 5;

interface Chosen {
  ids?: string[];
  posts?: string[];
  host?: string;
}

const assertChosen = ({ ids, posts, host }: Chosen) => {
  if (!ids && !posts && host === undefined) throw new ValidationError('Choose links, posts or a host.');
};

export const linkHealthHandlers = ({ db, index }: ApiContext): HandlersOf<keyof typeof linkHealthRoutes> => {
  const linkIds = async ({ ids = [], posts }: Chosen): Promise<number[]> => [
    ...ids.map(Number),
    ...(posts ? await deadLinkIds(db, posts.map(Number)) : []),
  ];
  const setIgnored = async (actor: Actor, chosen: Chosen, isIgnored: boolean): Promise<number> => {
    const host = chosen.host === undefined ? undefined : await readHost(db, chosen.host);
    const links = await ignoreLinks(db, actor, await linkIds(chosen), isIgnored);
    if (host === undefined) return links;
    const { requestsPerHour } = await readLinkSettings(db);
    return links + (await ignoreHost(db, actor, { host, isIgnored, requestsPerHour }));
  };
  return {
    getLinkHealth: async () => {
      const [health, { isOn, requestsPerHour }, deadPosts] = await Promise.all([
        readLinkHealth(db),
        readLinkSettings(db),
        countDeadPosts(db),
      ]);
      return { success: true, ...health, deadPosts, isOn, requestsPerHour };
    },
    getLinkHosts: async ({ query }) => {
      const { total, records } = await readHosts(db, query);
      const hosts = records.map((record) => toLinkHostRecord(record, index.countWithHost(record.host)));
      return { success: true, hosts, pagination: paginationOf(total, query) };
    },
    getLinks: async ({ query }) => {
      const { total, records } = await readLinks(db, query);
      return { success: true, links: records.map(toListedLinkRecord), pagination: paginationOf(total, query) };
    },
    getDeadPosts: async ({ query }) => {
      const { total, records } = await readDeadPosts(db, query);
      return { success: true, posts: records.map(toDeadPostRecord), pagination: paginationOf(total, query) };
    },
    getLinkStates: async ({ body }) => ({
      success: true,
      links: (await readLinkStates(db, body.links)).map(toLinkRecord),
    }),
    recheckLinks: async ({ body }) => {
      assertChosen(body);
      const ofHost = body.host === undefined ? [] : await linkIdsOfHost(db, await readHost(db, body.host));
      return { success: true, links: await recheckLinks(db, [...(await linkIds(body)), ...ofHost]) };
    },
    ignoreLinks: async (call) => {
      assertChosen(call.body);
      const links = await setIgnored(actorOf(call), call.body, true);
      await waitUntilVisible(index);
      return { success: true, links };
    },
    heedLinks: async (call) => {
      assertChosen(call.body);
      return { success: true, links: await setIgnored(actorOf(call), call.body, false) };
    },
    previewLinkReplacement: async ({ body }) => {
      const form = readAddressForm(body);
      const host = hostOfForm(form);
      const found = await Promise.all(postStates.map((state) => findPostIds({ db, index }, { state, host })));
      const ids = found.flat();
      const { changes } = await previewChange(db, { kind: 'replaceLinks', ...form }, ids);
      const examples = await replacedExamples(db, form, ids, maxExamples);
      return {
        success: true,
        host,
        posts: changes,
        examples: examples.map(({ id, title, before, after }) => ({ _id: String(id), titel: title, before, after })),
      };
    },
    trustLinkHost: async (call) => {
      const host = await readHost(db, call.body.host);
      await trustHost(db, actorOf(call), host);
      return { success: true, host };
    },
  };
};

import { type LinkState, linkStates, uncheckedHosts } from '#contract/values/checks.ts';
import { loadPage, pageOf, searchOf } from '../kit/lists/pages.tsx';
import { noPages, withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';

export const linksTabs = ['posts', 'hosts', 'all'] as const;
export type LinksTab = (typeof linksTabs)[number];

export const tabUrl = (tab: LinksTab) => (tab === 'posts' ? '/admin/links' : `/admin/links?tab=${tab}`);

/** Explains an empty list, such as in a fresh demo. */
export const noLinksHint = `Links appear a few minutes after the first posts with links. Links to ${new Intl.ListFormat('en').format(uncheckedHosts)} are not checked.`;

const pageSize = 20;

interface Query {
  page: number;
  limit: number;
}

const loadPosts = async (query: Query) => {
  const { posts, pagination } = await adminClient.getDeadPosts({ query });
  return { posts: posts.map(withId), pagination };
};

const loadHosts = (query: Query & { search: string }) => adminClient.getLinkHosts({ query });

const loadLinks = async (query: Query & { state?: LinkState; host?: string }) => {
  const { links, pagination } = await adminClient.getLinks({ query });
  return { links: links.map(withId), pagination };
};

export type DeadPost = Awaited<ReturnType<typeof loadPosts>>['posts'][number];
export type LinkHost = Awaited<ReturnType<typeof loadHosts>>['hosts'][number];
export type CheckedLink = Awaited<ReturnType<typeof loadLinks>>['links'][number];
export type LinkHealth = Awaited<ReturnType<typeof adminClient.getLinkHealth>>;

const empty = {
  posts: [] as DeadPost[],
  hosts: [] as LinkHost[],
  links: [] as CheckedLink[],
  pagination: noPages,
};

const load = async (tab: LinksTab, url: URL) => {
  const query = { page: pageOf(url), limit: pageSize };
  if (tab === 'posts') return { ...empty, ...(await loadPosts(query)) };
  if (tab === 'hosts') return { ...empty, ...(await loadHosts({ ...query, search: searchOf(url) })) };
  const state = linkStates.find((known) => known === url.searchParams.get('state'));
  const host = url.searchParams.get('host')?.trim().slice(0, 253) ?? '';
  return { ...empty, ...(await loadLinks({ ...query, ...(state && { state }), ...(host !== '' && { host }) })) };
};

/** Loads the tab in a URL, and the health of all links. */
export const loadTab = async (url: URL) => {
  const tab = linksTabs.find((known) => known === url.searchParams.get('tab')) ?? 'posts';
  const health = loadWithFallback<LinkHealth | undefined>(
    adminClient.getLinkHealth(),
    undefined,
    'Failed to fetch data',
  );
  const list = await loadPage(url, load(tab, url), empty, 'Failed to fetch data');
  return { tab, page: pageOf(url), list, health: (await health).data };
};

interface LinkSelection {
  ids?: string[];
  host?: string;
}

export const recheck = (links: LinkSelection & { posts?: string[] }) => adminClient.recheckLinks({ body: links });
export const ignore = (links: LinkSelection & { posts?: string[] }) => adminClient.ignoreLinks({ body: links });
export const resumeChecks = (links: LinkSelection) => adminClient.heedLinks({ body: links });
export const trust = (host: string) => adminClient.trustLinkHost({ body: { host } });

export const previewReplacement = (form: { from: string; to: string }) =>
  adminClient.previewLinkReplacement({ body: form });
export type Replacement = Awaited<ReturnType<typeof previewReplacement>>;

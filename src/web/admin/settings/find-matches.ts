import type { MatchingRecord } from '#contract/prohibited-terms.ts';
import { type MatchedKind, matchedKinds } from '#contract/values/matched-kinds.ts';
import { adminClient } from '../kit/session/admin-client.ts';

/** Something that contains a term that was prohibited after it was listed, and where it can be dealt with. */
export interface Match {
  key: string;
  /** Blank for posts. */
  kind: string;
  name: string;
  sentence: string;
  url: string;
}

const kindWords: Record<MatchedKind, string> = {
  tag: 'Tag',
  star: 'Star',
  network: 'Network',
  channel: 'Channel',
  file_link: 'File link',
  list_text: 'Page text',
  synonym: 'Synonym',
  search_redirect: 'Redirect',
};

const urlOf = (path: string, parameters: Record<string, string>) =>
  `${path}?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))}`;

const isOfName = (tab: string) => tab === 'tag' || tab === 'performer';

const urls: Record<MatchedKind, (record: MatchingRecord) => string> = {
  tag: ({ name, tab }) => urlOf('/admin/tags-list', { tab, search: name }),
  star: ({ name }) => urlOf('/admin/stars', { search: name }),
  network: ({ name, tab }) => urlOf('/admin/networks', tab === '' ? { search: name } : { tab }),
  channel: ({ name }) => urlOf('/admin/channels', { search: name }),
  file_link: ({ name }) => urlOf('/admin/terabox', { search: name }),
  // Fixed lists are few, and are searched by other words.
  list_text: ({ name, tab }) =>
    urlOf('/admin/page-texts', { kind: tab, edited: 'true', search: isOfName(tab) ? name : '' }),
  synonym: () => '/admin/searches?tab=synonyms',
  search_redirect: () => '/admin/searches?tab=redirects',
};

interface Found {
  matches: Match[];
  /** Of the posts. */
  looked: number;
  /** Before the posts are looked at, undefined. */
  total?: number;
}

/** Looks through everything, with what there are few of first. Each step tells of what it has found. */
export async function* findMatches(): AsyncGenerator<Found> {
  for (const kind of matchedKinds) {
    let after: number | null = 0;
    while (after !== null) {
      const found: Awaited<ReturnType<typeof adminClient.findMatchingRecords>> = await adminClient.findMatchingRecords({
        query: { kind, after },
      });
      const matches = found.records.map((record) => ({
        key: `${kind} ${record._id}`,
        kind: kindWords[kind],
        name: record.name,
        sentence: record.sentence,
        url: urls[kind](record),
      }));
      after = found.next;
      yield { matches, looked: 0 };
    }
  }
  let after: number | null = 0;
  while (after !== null) {
    const found: Awaited<ReturnType<typeof adminClient.findMatchingPosts>> = await adminClient.findMatchingPosts({
      query: { after },
    });
    const matches = found.posts.map(({ _id, titel, sentence }) => ({
      key: `post ${_id}`,
      kind: '',
      name: titel,
      sentence,
      url: `/admin/posts?edit=${_id}`,
    }));
    after = found.next;
    yield { matches, looked: found.looked, total: found.total };
  }
}

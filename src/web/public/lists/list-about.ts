import type { PublicClient } from '#contract/calls/client.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import { fitDescription, numberText } from '../../components/format.ts';
import { defaultTexts, type ListFacts, listFactsOf } from '../../components/list-texts.ts';
import { paragraphsOf } from './list-frame.tsx';
import { withPageNumber } from './list-head.ts';

export interface ListAbout {
  title: string;
  description: string;
  introduction: string[];
  /** Frequent tags of the list's videos. */
  tags: string[];
  /** Frequent performers in the list's videos. */
  performers: string[];
  /** An indexed tag with exactly the same videos: its page is the canonical one. */
  sameAsTag?: string | undefined;
}

/** Replaces the introduction on later pages. */
const positionOf = ({ total }: ListFacts, page: number) => {
  const first = (page - 1) * videosPerPage + 1;
  const last = Math.min(page * videosPerPage, total);
  return `Page ${numberText(page)} of ${numberText(Math.ceil(total / videosPerPage))}: videos ${numberText(first)} to ${numberText(last)} of ${numberText(total)}.`;
};

/** The operator's texts about a list, with defaults for missing ones. */
export const fetchListAbout = async (
  client: PublicClient,
  { kind, name, label, page }: { kind: ListKind; name: string; label: string; page: number },
): Promise<ListAbout> => {
  const response = await client.getListText({ params: { kind, name } }).catch(() => undefined);
  const facts: ListFacts = response
    ? listFactsOf(response)
    : { kind, name, label, total: 0, isSampled: false, tags: [], performers: [] };
  const defaults = defaultTexts(facts);
  const title = response?.text.title || defaults.title;
  const description = response?.text.description || defaults.description;
  const shared = { tags: facts.tags, performers: facts.performers, sameAsTag: response?.sameAsTag };
  if (page === 1) {
    const introduction = paragraphsOf(response?.text.introduction || (facts.total > 0 ? defaults.introduction : ''));
    return { title, description, introduction, ...shared };
  }
  const position = positionOf(facts, page);
  return {
    title: withPageNumber(title, page),
    description: fitDescription([`${title}. ${position}`, description]),
    introduction: [position],
    ...shared,
  };
};

import type { PublicClient } from '#contract/client.ts';
import { videosPerPage } from '#contract/values/lists.ts';
import type { ListKind } from '#contract/values/record-kinds.ts';
import { fitDescription, numberText } from '../../components/format.ts';
import { defaultTexts, type ListFacts, listFactsOf } from '../../components/list-texts.ts';
import { paragraphsOf } from './list-frame.tsx';
import { onPage } from './list-head.ts';

/** The texts of one page of a list. */
export interface ListAbout {
  title: string;
  description: string;
  /** In paragraphs. */
  introduction: string[];
  /** Names that often occur on its videos. */
  tags: string[];
  performers: string[];
  /** A tag that has exactly the same videos and is not noindex: its page is the canonical one. */
  sameAsTag?: string | undefined;
}

const nothingKnown = (kind: ListKind, name: string, label: string): ListFacts => ({
  ...{ kind, name, label, total: 0, isSampled: false, tags: [], performers: [] },
});

/** Later pages say where they are in the list: the introduction is the first page's. */
const positionOf = ({ total }: ListFacts, page: number) => {
  const first = (page - 1) * videosPerPage + 1;
  const last = Math.min(page * videosPerPage, total);
  return `Page ${numberText(page)} of ${numberText(Math.ceil(total / videosPerPage))}: videos ${numberText(first)} to ${numberText(last)} of ${numberText(total)}.`;
};

/** What an operator has written about a list, and defaults for the rest. */
export const fetchListAbout = async (
  client: PublicClient,
  { kind, name, label, page }: { kind: ListKind; name: string; label: string; page: number },
): Promise<ListAbout> => {
  const response = await client.getListText({ params: { kind, name } }).catch(() => undefined);
  const facts = response ? listFactsOf(response) : nothingKnown(kind, name, label);
  const defaults = defaultTexts(facts);
  const title = response?.text.title || defaults.title;
  const description = response?.text.description || defaults.description;
  const { tags, performers } = facts;
  if (page === 1) {
    const introduction = paragraphsOf(response?.text.introduction || (facts.total > 0 ? defaults.introduction : ''));
    return { title, description, introduction, tags, performers, sameAsTag: response?.sameAsTag };
  }
  const position = positionOf(facts, page);
  return {
    title: onPage(title, page),
    description: fitDescription([`${title}. ${position}`, description]),
    introduction: [position],
    tags,
    performers,
    sameAsTag: response?.sameAsTag,
  };
};

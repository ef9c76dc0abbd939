import type { ListTextRecord } from '#contract/list-texts.ts';
import { type AudiencePath, audienceLists } from '#contract/values/audience-lists.ts';
import { categoryPages } from '#contract/values/category-pages.ts';
import type { ListKind } from '#contract/values/list-kinds.ts';
import { slugOf } from '#contract/values/slug.ts';
import type { ListName, ListText } from '#domain/list-texts/list-texts.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';
import { visibleName } from './names.ts';

/** A list as admins and pages name it. */
export interface LabelledList extends ListName {
  label: string;
}

/** The lists that exist whatever the catalogue holds. */
export const fixedLists: Record<'list' | 'category', LabelledList[]> = {
  list: Object.entries(audienceLists).map(([path, { heading }]) => ({
    kind: 'list',
    name: path.slice(1),
    label: heading,
  })),
  category: categoryPages.map(({ slug, name }) => ({ kind: 'category', name: slug, label: name })),
};

/** Undefined if there is no such list. */
export const findList = (
  index: Pick<CatalogueIndex, 'findName' | 'countOf'>,
  kind: ListKind,
  name: string,
  isAdmin: boolean,
): LabelledList | undefined => {
  if (kind === 'list' || kind === 'category') return fixedLists[kind].find((list) => list.name === name.toLowerCase());
  const found = visibleName(index, kind, slugOf(name), isAdmin);
  return found && { kind, name: found.slug, label: found.name };
};

/** How the catalogue index finds the videos of a list. */
export const filterOf = ({ kind, name }: ListName) => {
  if (kind === 'tag') return { tag: name };
  if (kind === 'performer') return { performer: name };
  if (kind === 'list') return { category: audienceLists[`/${name}` as AudiencePath].category };
  return { search: categoryPages.find(({ slug }) => slug === name)?.word ?? name };
};

export const toListTextRecord = (list: LabelledList, text: ListText): ListTextRecord => ({ ...list, ...text });

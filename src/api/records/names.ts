import { displayNameOf, type Spellings, slugOf } from '#contract/values/names.ts';
import type { NamedBySlug } from '#contract/videos.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

type Index = Pick<CatalogueIndex, 'findName'>;
type Kind = Parameters<Index['findName']>[0];

type Spelt = Pick<CatalogueIndex, 'spellingOf'>;

/** Finds a tag or performer by its slug or an alias. */
export const namedBySlug = (index: Index, kind: Kind, slug: string): NamedBySlug | undefined => {
  const found = index.findName(kind, slug);
  return found && { slug: found.slug, name: displayNameOf(kind, found) };
};

/** Hides names without published videos from visitors, since they may belong to drafts. */
export const visibleName = (
  index: Pick<CatalogueIndex, 'findName' | 'countOf'>,
  kind: Kind,
  slug: string,
  isAdmin: boolean,
): NamedBySlug | undefined => {
  const found = namedBySlug(index, kind, slug);
  return found && (isAdmin || index.countOf(kind, found.slug) > 0) ? found : undefined;
};

/** On a hot path (every video of a list): allocates nothing for the many names that match their slug. */
const spellingsOf = (index: Spelt, kind: Kind, slugs: readonly string[]): Spellings | undefined => {
  let spellings: Record<string, string> | undefined;
  for (const slug of slugs) {
    const name = index.spellingOf(kind, slug);
    if (name === undefined) continue;
    spellings ??= {};
    spellings[slug] = name;
  }
  return spellings;
};

export const tagNamesOf = (index: Spelt, slugs: readonly string[]) => {
  const tagNames = spellingsOf(index, 'tag', slugs);
  return tagNames && { tagNames };
};

export const starNamesOf = (index: Spelt, slugs: readonly string[]) => {
  const starNames = spellingsOf(index, 'performer', slugs);
  return starNames && { starNames };
};

/** The slugs of a comma-separated list of names. */
export const slugsIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => slugOf(name.trim()))
    .filter((slug) => slug !== '');

/** The first distinct slugs that are in use. */
export const firstUsed = (slugs: Iterable<string>, isUsed: (slug: string) => boolean, count: number): string[] => {
  const found = new Set<string>();
  for (const slug of slugs) {
    if (found.size === count) break;
    if (isUsed(slug)) found.add(slug);
  }
  return [...found];
};

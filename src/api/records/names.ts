import type { NamedBySlug } from '#contract/names.ts';
import { displayNameOf, performerNameOf, type Spellings, tagNameOf } from '#contract/values/names.ts';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

type Index = Pick<CatalogueIndex, 'findName'>;
type Kind = Parameters<Index['findName']>[0];

const fromSlug = { tag: tagNameOf, performer: performerNameOf };

/** A tag or performer by a slug of its own or an alias. */
export const namedBySlug = (index: Index, kind: Kind, slug: string): NamedBySlug | undefined => {
  const found = index.findName(kind, slug);
  return found && { slug: found.slug, name: displayNameOf(kind, found) };
};

const spellingsOf = (index: Index, kind: Kind, slugs: readonly string[]): Spellings | undefined => {
  const spelt = slugs.flatMap((slug) => {
    const named = namedBySlug(index, kind, slug);
    return named && named.name !== fromSlug[kind](slug) ? [[slug, named.name] as const] : [];
  });
  return spelt.length === 0 ? undefined : Object.fromEntries(spelt);
};

export const tagNamesOf = (index: Index, slugs: readonly string[]) => {
  const tagNames = spellingsOf(index, 'tag', slugs);
  return tagNames && { tagNames };
};

export const starNamesOf = (index: Index, slugs: readonly string[]) => {
  const starNames = spellingsOf(index, 'performer', slugs);
  return starNames && { starNames };
};

import { performerNameOf, type Spellings, slugOf, tagNameOf } from '#contract/values/names.ts';

export type NamedKind = 'performer' | 'tag';

/** Names as forms hold and send them: the spelling if there is one that leads back to the slug, or else the slug. */
export const editableNames = (slugs: string[], spellings: Spellings = {}) =>
  slugs.map((slug) => {
    const spelling = Object.hasOwn(spellings, slug) ? spellings[slug] : undefined;
    return spelling !== undefined && slugOf(spelling) === slug ? spelling : slug;
  });

/** An editable name as people read it. */
export const labelOf = (kind: NamedKind, name: string) => {
  if (slugOf(name) !== name) return name;
  return kind === 'tag' ? tagNameOf(name) : performerNameOf(name);
};

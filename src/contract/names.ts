import { type Static, Type } from 'typebox';

const Spellings = (description: string) => Type.Optional(Type.Record(Type.String(), Type.String(), { description }));

export const TagNames = Spellings(
  'Names of tags by slug, of those whose name is not their slug with spaces for hyphens. Missing if there are none.',
);
export const StarNames = Spellings(
  'Names of performers by slug, of those whose name is not their slug in capitalised words. Missing if there are none.',
);

/** What a URL named, if there is such a tag or performer: maybe under another slug than the one in the URL. */
export const NamedBySlug = Type.Object({
  slug: Type.String(),
  name: Type.String({ description: 'As it was entered' }),
});
export type NamedBySlug = Static<typeof NamedBySlug>;

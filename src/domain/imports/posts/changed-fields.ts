import type { FoundItem } from '../pass/find-items.ts';
import { hashOf, hashValue } from './field-hashes.ts';
import type { PostField, PostValues } from './post-values.ts';
import type { StoredPost } from './read-values.ts';

/** Blank ones are not taken over: a post must not lose what it cannot be shown without, or what says that it may be shown. */
const neverBlank: readonly PostField[] = [
  'title',
  'link',
  'imageUrl',
  'publishedAt',
  'views',
  'partner',
  'source',
  'rightsHolder',
  'consent',
  'recordDate',
];

const isBlank = (value: unknown) => value === null || value === '';

/** Of the fields that the source may update, those that the feed has changed since an import wrote them last. */
export const fieldsChangedByFeed = (
  item: FoundItem,
  values: PostValues,
  updatedFields: readonly PostField[],
): PostField[] =>
  updatedFields.filter(
    (field) =>
      hashValue(values[field]) !== hashOf(item.fields, field) &&
      !(neverBlank.includes(field) && isBlank(values[field])),
  );

/** Whether a field still is what an import wrote. Visitors raise views, and time publishes what was scheduled. */
export const isAsWritten = (item: Pick<FoundItem, 'fields'>, { values }: StoredPost, field: PostField): boolean => {
  const written = hashOf(item.fields, field);
  if (field === 'views' || hashValue(values[field]) === written) return true;
  return field === 'state' && values.state === 'published' && written === hashValue('scheduled');
};

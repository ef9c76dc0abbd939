import type { NameKind } from './terms.ts';

/** The tags and performers there are; the deleted ones are not. */
export const namesSql: Record<NameKind, string> = {
  tag: 'select id as key, slug, name from tags',
  performer: 'select id as key, slug, name from performers where deleted_at is null',
};

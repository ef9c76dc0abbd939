import type { NameKind } from './terms.ts';

/** All tags and performers, without deleted ones. */
export const namesSql: Record<NameKind, string> = {
  tag: 'select id as key, slug, name from tags',
  performer: 'select id as key, slug, name from performers where deleted_at is null',
};

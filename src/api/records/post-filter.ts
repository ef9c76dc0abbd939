import type { PostFilterFields } from '#contract/post-filter.ts';
import type { PostFilter } from '#contract/values/post-filter.ts';

const idOf = (id: string | undefined) => (id === undefined ? undefined : Number(id));

/** A post filter from the wire, as the domain knows it. */
export const fromPostFilter = ({
  Category,
  star,
  partner,
  by,
  import: importId,
  ...same
}: PostFilterFields): PostFilter => ({
  search: same.search,
  state: same.state,
  category: Category,
  tag: same.tag,
  performer: star,
  partner: idOf(partner),
  host: same.host,
  addedFrom: same.addedFrom,
  addedTo: same.addedTo,
  viewsFrom: same.viewsFrom,
  viewsTo: same.viewsTo,
  minutesFrom: same.minutesFrom,
  minutesTo: same.minutesTo,
  without: same.without,
  by: idOf(by),
  import: idOf(importId),
});

import type { SearchRedirectRecord } from '#contract/search-redirects.ts';
import type { SearchRedirect } from '#domain/searches/redirects.ts';

export const toSearchRedirectRecord = ({
  id,
  createdAt,
  updatedAt,
  ...same
}: SearchRedirect): SearchRedirectRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

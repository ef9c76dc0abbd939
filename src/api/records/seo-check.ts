import type { SeoCheckRecord } from '#contract/seo-checks.ts';
import type { SeoCheck } from '#domain/seo-check/seo-checks.ts';

export const toSeoCheckRecord = (check: SeoCheck): SeoCheckRecord => ({
  _id: String(check.id),
  state: check.state,
  startedBy: check.startedBy,
  startedAt: check.startedAt.toISOString(),
  endedAt: check.endedAt?.toISOString() ?? null,
  pagesRead: check.pagesRead,
  pagesKnown: check.pagesKnown,
  problems: check.problems,
});

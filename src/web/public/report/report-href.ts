import type { CaseKind } from '#contract/values/cases.ts';

/** The form of a kind, for a video if there is one. */
export const reportHref = ({ kind, video }: { kind: CaseKind; video: string }) =>
  `/report?${new URLSearchParams({ kind, ...(video === '' ? {} : { video }) })}`;

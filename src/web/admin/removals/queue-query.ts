import { caseKinds, queueStatuses } from '#contract/values/cases.ts';
import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import type { QueueQuery } from '../kit/records/case.ts';

export const casesPerPage = 25;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

/** What the URL limits the queue to. */
export const queueQueryOf = (url: URL): QueueQuery => {
  const { searchParams } = url;
  return {
    page: pageOf(url),
    limit: casesPerPage,
    status: oneOf(queueStatuses, searchParams.get('status')),
    kind: oneOf(caseKinds, searchParams.get('kind')),
    sender: searchParams.get('sender') ?? '',
    video: /^\d{1,18}$/.exec(searchParams.get('video') ?? '')?.[0] ?? '',
    overdue: oneOf(['yes'], searchParams.get('overdue')),
    complete: oneOf(['yes', 'no'], searchParams.get('complete')),
    search: searchOf(url),
  };
};

import { caseFlags, caseKinds, queueStatuses } from '#contract/values/cases.ts';
import { pageOf, searchOf } from '../kit/lists/list-url.ts';
import type { QueueQuery } from '../kit/records/case.ts';

export const casesPerPage = 25;

const oneOf = <T extends string>(values: readonly T[], text: string | null): T | '' =>
  values.find((value) => value === text) ?? '';

/** What the URL limits the queue to. */
export const queueQueryOf = (url: URL): QueueQuery => {
  const { searchParams } = url;
  const status = oneOf(queueStatuses, searchParams.get('status'));
  const sender = searchParams.get('sender') ?? '';
  const video = /^\d{1,18}$/.exec(searchParams.get('video') ?? '')?.[0] ?? '';
  const search = searchOf(url);
  return {
    page: pageOf(url),
    limit: casesPerPage,
    status,
    kind: oneOf(caseKinds, searchParams.get('kind')),
    sender,
    video,
    overdue: oneOf(['yes'], searchParams.get('overdue')),
    complete: oneOf(['yes', 'no'], searchParams.get('complete')),
    proof: oneOf(['yes', 'no'], searchParams.get('proof')),
    flag: oneOf(caseFlags, searchParams.get('flag')),
    public: oneOf(['yes'], searchParams.get('public')),
    search,
    // Whoever searches, or has opened what belongs together, wants each case.
    fold: status === '' && `${sender}${video}${search}` === '' ? 'yes' : '',
  };
};

/** What narrows the queue, without which part of it is shown, and how. */
export const exportQueryOf = ({ page, limit, fold, ...filter }: QueueQuery) => filter;

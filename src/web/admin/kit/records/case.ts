import type { Bundle, CaseRecord, QueuedCase as QueuedRecord } from '#contract/removals.ts';
import type { CaseDecision, CaseKind, QueueStatus } from '#contract/values/cases.ts';
import { adminClient } from '../session/admin-client.ts';
import { type WithId, withId } from './record.ts';

export type QueuedCase = WithId<QueuedRecord>;
export type Case = WithId<CaseRecord>;
export type CaseUrl = Case['urls'][number];
export type CounterNotice = Case['counterNotices'][number];
export type { Bundle };

export interface QueueQuery {
  page: number;
  limit: number;
  status: QueueStatus | '';
  kind: CaseKind | '';
  sender: string;
  /** Id of a post. */
  video: string;
  overdue: 'yes' | '';
  complete: 'yes' | 'no' | '';
  search: string;
}

export const loadQueue = async (query: QueueQuery) => {
  const { cases, pagination } = await adminClient.getCases({ query });
  return { cases: cases.map(withId), pagination };
};

/** What a bundle consists of. */
export type BundleQuery = Pick<QueueQuery, 'sender' | 'video' | 'kind'>;

export const loadBundle = async ({ sender, video, kind }: BundleQuery) =>
  (await adminClient.getBundle({ query: { sender, video, kind } })).bundle;

export const loadCase = async (id: string) => withId((await adminClient.getCase({ params: { id } })).case);

export interface DecidedCase {
  _id: string;
  version: number;
}

/** Decides a whole bundle, however many calls that takes. */
export const decideBundle = async (
  body: BundleQuery & { upTo: string; decision: CaseDecision; reason: string },
): Promise<DecidedCase[]> => {
  const all: DecidedCase[] = [];
  for (;;) {
    const { decided, remaining } = await adminClient.decideBundle({ body });
    all.push(...decided);
    if (remaining === 0 || decided.length === 0) return all;
  }
};

const casesPerCall = 500;

export const undoBundle = async (decided: readonly DecidedCase[]): Promise<number> => {
  let undone = 0;
  for (let at = 0; at < decided.length; at += casesPerCall)
    undone += (await adminClient.undoBundle({ body: { decided: decided.slice(at, at + casesPerCall) } })).undone;
  return undone;
};

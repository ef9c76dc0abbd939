import type { Bundle, CaseRecord, Proposal as ProposalRecord, QueuedCase as QueuedRecord } from '#contract/removals.ts';
import type { CaseDecision, CaseFlag, CaseKind, CaseReasons, QueueStatus } from '#contract/values/cases.ts';
import { type WithId, withId } from '../kit/records/record.ts';
import { loadSettings } from '../kit/records/settings.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { loadWithFallback } from '../kit/session/failure.ts';

export type QueuedCase = WithId<QueuedRecord>;
export type Case = WithId<CaseRecord>;
export type CaseUrl = Case['urls'][number];
export type CounterNotice = Case['counterNotices'][number];
export type Proposal = WithId<ProposalRecord>;
export type { Bundle };

export interface QueueQuery {
  page: number;
  limit: number;
  status: QueueStatus | '';
  kind: CaseKind | '';
  sender: string;
  /** The id of a post. */
  video: string;
  overdue: 'yes' | '';
  complete: 'yes' | 'no' | '';
  proof: 'yes' | 'no' | '';
  flag: CaseFlag | '';
  public: 'yes' | '';
  /** Groups cases about the same post or from the same sender into one row. */
  fold: 'yes' | '';
  search: string;
}

export const loadQueue = async (query: QueueQuery) => {
  const { cases, pagination, totalCases } = await adminClient.getCases({ query });
  return { cases: cases.map(withId), pagination, totalCases };
};

/** Selects the cases of a bundle. */
export type BundleQuery = Pick<QueueQuery, 'sender' | 'video' | 'kind' | 'proof'>;

export const loadBundle = async ({ sender, video, kind, proof }: BundleQuery) =>
  (await adminClient.getBundle({ query: { sender, video, kind, proof } })).bundle;

export const loadCase = async (id: string) => withId((await adminClient.getCase({ params: { id } })).case);

/**
 * Tells the site that this admin has the case on the screen. Failures are ignored: signed cases and those about minors then can't be kept
 * together with others until the screen is opened again, and the list says so.
 */
export const recordOpening = async (id: string, version: number): Promise<void> => {
  await adminClient.recordCaseOpening({ params: { id }, body: { version } }).catch(() => undefined);
};

export interface DecidedCase {
  _id: string;
  version: number;
}

interface BundleProgress {
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/**
 * Decides a whole bundle in as many calls as it takes. If a later call fails, returns the error as `failure` and the
 * cases decided so far, so that these can be undone.
 */
export const decideBundle = async (
  { seen, ...body }: BundleRange & { decision: CaseDecision; reason: string },
  { onProgress, signal }: BundleProgress,
): Promise<{ decided: DecidedCase[]; failure?: unknown }> => {
  const allDecided: DecidedCase[] = [];
  while (!signal.aborted)
    try {
      const { decided, remaining } = await adminClient.decideBundle({
        body: { ...body, seen: seen - allDecided.length },
      });
      allDecided.push(...decided);
      onProgress(allDecided.length);
      if (remaining === 0 || decided.length === 0) break;
    } catch (failure) {
      if (allDecided.length === 0) throw failure;
      return { decided: allDecided, failure };
    }
  return { decided: allDecided };
};

type BundleRange = BundleQuery & { upTo: string; seen: number };

/** Asks for another admin's confirmation of a decision to keep many cases. */
export const proposeKeeping = (body: BundleRange & { reason: string }) => adminClient.proposeBundle({ body });

export const loadProposals = async (): Promise<Proposal[]> => (await adminClient.getProposals()).proposals.map(withId);

/** Confirms a proposal in as many calls as it takes. Like `decideBundle`, returns what was decided if a later call fails. */
export const confirmProposal = async (id: string): Promise<{ decided: DecidedCase[]; failure?: unknown }> => {
  const allDecided: DecidedCase[] = [];
  for (;;)
    try {
      const { decided, remaining } = await adminClient.confirmProposal({ params: { id } });
      allDecided.push(...decided);
      if (remaining === 0 || decided.length === 0) return { decided: allDecided };
    } catch (failure) {
      if (allDecided.length === 0) throw failure;
      return { decided: allDecided, failure };
    }
};

export const withdrawProposal = (id: string) => adminClient.withdrawProposal({ params: { id } });

const casesPerCall = 100;

export const undoBundle = async (decided: readonly DecidedCase[]): Promise<number> => {
  let undone = 0;
  for (let at = 0; at < decided.length; at += casesPerCall)
    undone += (await adminClient.undoBundle({ body: { decided: decided.slice(at, at + casesPerCall) } })).undone;
  return undone;
};

export const noReasons: CaseReasons = { remove: [], keep: [], ask: [] };

/** Templates from the settings. If they cannot be loaded, admins can still write their own text. */
export const loadCaseReasons = async (): Promise<CaseReasons> => {
  const reasons = loadSettings().then(({ caseReasons }) => caseReasons);
  return (await loadWithFallback(reasons, noReasons, 'Failed to fetch the reasons')).data;
};

export const senderUrl = (sender: string) => `/admin/removals?sender=${encodeURIComponent(sender)}`;

export const postUrl = (video: string) => `/admin/removals?video=${video}`;

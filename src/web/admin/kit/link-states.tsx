import type { ProbeRecord } from '#contract/link-health.ts';
import type { LinkReason, LinkState } from '#contract/values/checks.ts';
import { Badge } from './table/badge.tsx';

export const stateNames: Record<LinkState, string> = {
  living: 'Living',
  dead: 'Dead',
  suspicious: 'Suspicious',
  unknown: 'Unknown',
  unchecked: 'Unchecked',
  ignored: 'Ignored',
};

export const stateMeanings: Record<LinkState, string> = {
  living: 'It answered when it was checked last.',
  dead: 'It was not found for three days or longer.',
  suspicious: 'It was not found. If that lasts for three days, it is dead.',
  unknown: 'Its host gave no answer that says anything about it.',
  unchecked: 'It has not been checked yet.',
  ignored: 'It counts as living, whatever its host says.',
};

const reasons: Record<LinkReason, string> = {
  answered: 'answered',
  notFound: 'not found',
  removedText: 'the page says that it was removed',
  home: 'led to the home page',
  refused: 'refused',
  robots: 'robots.txt forbids asking',
  busy: 'asked to be left alone',
  failed: 'the host failed',
  unreachable: 'could not be reached',
  blocked: 'leads to a place that the site never asks',
};

/** 'not found (404)'. */
export const probeText = ({ reason, status }: Pick<ProbeRecord, 'reason' | 'status'>) =>
  status === null ? reasons[reason] : `${reasons[reason]} (${status})`;

const tones: Partial<Record<LinkState, 'accent' | 'danger'>> = {
  living: 'accent',
  dead: 'danger',
  suspicious: 'danger',
};

export function LinkStateBadge({ state }: { state: LinkState }) {
  return (
    <span title={stateMeanings[state]}>
      <Badge tone={tones[state] ?? 'quiet'}>{stateNames[state]}</Badge>
    </span>
  );
}

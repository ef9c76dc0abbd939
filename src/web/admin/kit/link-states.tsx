import type { ProbeRecord } from '#contract/link-health.ts';
import type { LinkReason, LinkState } from '#contract/values/checks.ts';
import { Badge } from './table/badge.tsx';

export const stateNames: Record<LinkState, string> = {
  living: 'Working',
  dead: 'Dead',
  suspicious: 'Suspicious',
  unknown: 'Unknown',
  unchecked: 'Unchecked',
  ignored: 'Ignored',
};

export const stateMeanings: Record<LinkState, string> = {
  living: 'It worked when it was last checked.',
  dead: 'It has not been found for three days or longer.',
  suspicious: 'It was not found. It is dead if this lasts for three days.',
  unknown: 'Its host’s answer did not show whether it works.',
  unchecked: 'It has not been checked yet.',
  ignored: 'It is not checked, and counts as working.',
};

const reasons: Record<LinkReason, string> = {
  answered: 'answered',
  notFound: 'not found',
  removedText: 'the page says it was removed',
  home: 'redirected to the home page',
  refused: 'refused',
  robots: 'robots.txt forbids checks',
  busy: 'the host asked for fewer requests',
  failed: 'the host failed',
  unreachable: 'could not be reached',
  blocked: 'leads to a server that the site never contacts',
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

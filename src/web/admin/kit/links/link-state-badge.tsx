import type { LinkState } from '#contract/values/link-health.ts';
import { Badge } from '../table/badge.tsx';
import { stateMeanings, stateNames } from './link-words.ts';

const tones: Partial<Record<LinkState, 'accent' | 'danger'>> = {
  living: 'accent',
  dead: 'danger',
  suspicious: 'danger',
};

/** What is known of a link, in a word. */
export function LinkStateBadge({ state }: { state: LinkState }) {
  return (
    <span title={stateMeanings[state]}>
      <Badge tone={tones[state] ?? 'quiet'}>{stateNames[state]}</Badge>
    </span>
  );
}

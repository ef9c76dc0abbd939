import { plural } from '../../components/format/plural.ts';
import type { Badge } from '../screens.ts';

const words: Record<Badge, (count: number) => string> = {
  submissions: (count) => plural(count, 'submission waits', 'submissions wait'),
  mail: (count) => plural(count, 'email has failed', 'emails have failed'),
  alarms: (count) => plural(count, 'alarm', 'alarms'),
  cases: (count) => plural(count, 'case to decide', 'cases to decide'),
  deadPosts: (count) => plural(count, 'post without a working link', 'posts without a working link'),
  imports: (count) => plural(count, 'import or feed to look at', 'imports and feeds to look at'),
  bulkChanges: (count) => plural(count, 'bulk change is running', 'bulk changes are running'),
};

const maxShown = 99;

/** How much waits behind a link. It is beside the link, whose name stays that of the screen. */
export function WaitingBadge({ id, kind, count }: { id: string; kind: Badge; count: number }) {
  const isFailure = kind === 'mail' || kind === 'alarms';
  return (
    <span
      id={id}
      className={`pointer-events-none absolute top-1/2 right-2.5 min-w-5 -translate-y-1/2 rounded-full px-1.5 text-center text-xs leading-5 font-[620] tabular-nums ${isFailure ? 'bg-danger text-bg' : 'bg-glow text-on-glow'}`}
    >
      <span aria-hidden="true">{count > maxShown ? `${maxShown}+` : count}</span>
      <span className="sr-only">{words[kind](count)}</span>
    </span>
  );
}

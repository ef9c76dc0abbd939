import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { useNow } from '../kit/use-now.ts';
import type { Waiting } from './use-waiting.ts';

interface Line {
  to: string;
  text: string;
  isOver: boolean;
}

const linesOf = (waiting: Waiting, now: number): Line[] => {
  const { overdueCases, nextCaseDueAt, overdueCounterNotices: over, endingCounterNotices: ending } = waiting;
  const hasJustEnded = nextCaseDueAt !== null && Date.parse(nextCaseDueAt) <= now;
  const cases = overdueCases + (hasJustEnded ? 1 : 0);
  const counterNotices = '/admin/removals?status=counter_notice';
  return [
    {
      count: cases,
      to: '/admin/removals?overdue=yes',
      text: `${plural(cases, 'case is', 'cases are')} overdue: decide now`,
      isOver: true,
    },
    {
      count: over,
      to: counterNotices,
      text: `${plural(over, 'counter-notice is', 'counter-notices are')} overdue: restore now`,
      isOver: true,
    },
    {
      count: ending,
      to: counterNotices,
      text: `${plural(ending, 'counter-notice ends', 'counter-notices end')} within three days`,
      isOver: false,
    },
  ].filter(({ count }) => count > 0);
};

/** On every screen as long as a case or a counter-notice needs somebody, also if the time of a case ends while the screen is open. */
export function OverdueBanner({ waiting }: { waiting: Waiting }) {
  const now = useNow();
  const lines = linesOf(waiting, now);
  if (lines.length === 0) return null;
  return (
    <ul
      className={`mb-5 rounded-2xl border py-1 ${lines.some(({ isOver }) => isOver) ? 'border-danger' : 'border-accent'}`}
    >
      {lines.map(({ to, text, isOver }) => (
        <li key={text}>
          <Link
            to={to}
            className={`flex min-h-11 items-center px-4.5 py-1 font-medium hover:underline ${isOver ? 'text-danger' : 'text-accent'}`}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

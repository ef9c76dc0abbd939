import { Link } from 'react-router';
import { plural } from '../../components/format.ts';
import { useNow } from '../kit/use-now.ts';
import type { Waiting } from './use-waiting.ts';

interface Line {
  to: string;
  text: string;
  isOverdue: boolean;
}

const linesOf = (waiting: Waiting, now: number): Line[] => {
  const { overdueCases, stillPublic, nextCaseDueAt, overdueCounterNotices, endingCounterNotices } = waiting;
  const hasJustEnded = nextCaseDueAt !== null && Date.parse(nextCaseDueAt) <= now;
  const cases = overdueCases + (hasJustEnded ? 1 : 0);
  const counterNotices = '/admin/removals?status=counter_notice';
  return [
    {
      count: cases,
      to: '/admin/removals?overdue=yes',
      text: `${plural(cases, 'case is', 'cases are')} overdue: decide now`,
      isOverdue: true,
    },
    {
      count: stillPublic,
      to: '/admin/removals?flag=limit&public=yes',
      text: `${plural(stillPublic, 'notice names posts', 'notices name posts')} that visitors still see: look now`,
      isOverdue: true,
    },
    {
      count: overdueCounterNotices,
      to: counterNotices,
      text: `${plural(overdueCounterNotices, 'counter-notice is', 'counter-notices are')} overdue: restore now`,
      isOverdue: true,
    },
    {
      count: endingCounterNotices,
      to: counterNotices,
      text: `${plural(endingCounterNotices, 'counter-notice ends', 'counter-notices end')} within three days`,
      isOverdue: false,
    },
  ].filter(({ count }) => count > 0);
};

/** On every screen while a case or counter-notice is overdue or ends soon, or a notice could not hide its posts. Updated as time passes. */
export function OverdueBanner({ waiting }: { waiting: Waiting }) {
  const now = useNow();
  const lines = linesOf(waiting, now);
  if (lines.length === 0) return null;
  return (
    <ul
      className={`mb-5 rounded-2xl border py-1 ${lines.some(({ isOverdue }) => isOverdue) ? 'border-danger' : 'border-accent'}`}
    >
      {lines.map(({ to, text, isOverdue }) => (
        <li key={text}>
          <Link
            to={to}
            className={`flex min-h-11 items-center px-4.5 py-1 font-medium hover:underline ${isOverdue ? 'text-danger' : 'text-accent'}`}
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}

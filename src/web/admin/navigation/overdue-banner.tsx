import { Link } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { useNow } from '../kit/cases/use-now.ts';
import type { Waiting } from './use-waiting.ts';

/** On every screen as long as a case should have been decided, also if its time ends while the screen is open. */
export function OverdueBanner({ waiting: { overdueCases, nextCaseDueAt } }: { waiting: Waiting }) {
  const now = useNow();
  const hasJustEnded = nextCaseDueAt !== null && Date.parse(nextCaseDueAt) <= now;
  const count = overdueCases + (hasJustEnded ? 1 : 0);
  if (count === 0) return null;
  return (
    <p className="mb-5 rounded-2xl border border-danger px-4.5 py-3">
      <Link to="/admin/removals?overdue=yes" className="font-medium text-danger hover:underline">
        {plural(count, 'case is', 'cases are')} overdue: decide now
      </Link>
    </p>
  );
}

import { Link } from 'react-router';
import type { ImportProblem } from '#contract/imports.ts';
import { plural } from '../../components/format.ts';
import { fullCount } from '../kit/format.ts';
import { Panel } from '../kit/screen-parts.tsx';

const numbersOf = ({ rows, first }: ImportProblem) =>
  `${first.map(fullCount).join(', ')}${rows > first.length ? ' …' : ''}`;

interface ProblemsPanelProps {
  title: string;
  problems: ImportProblem[];
  unusedColumns: { name: string; rows: number }[];
  /** Whether the rows of each outcome are listed on this screen. */
  areListed: boolean;
}

/** What an import did not understand: rows by the reason, and columns that no field reads. */
export function ProblemsPanel({ title, problems, unusedColumns, areListed }: ProblemsPanelProps) {
  if (problems.length === 0 && unusedColumns.length === 0) return null;
  return (
    <Panel title={title}>
      <ul aria-label={title} className="divide-y divide-line text-sm">
        {problems.map((problem) => (
          <li
            key={`${problem.outcome} ${problem.reason}`}
            className="flex flex-wrap items-baseline gap-x-4 px-4.5 py-2.5"
          >
            <span className="min-w-0 flex-1 basis-80 [overflow-wrap:anywhere]">{problem.reason}</span>
            <span className="text-muted tabular-nums">
              {areListed ? (
                <Link to={`?rows=${problem.outcome}`} preventScrollReset className="underline">
                  {plural(problem.rows, 'row')}
                </Link>
              ) : (
                plural(problem.rows, 'row')
              )}
              : {numbersOf(problem)}
            </span>
          </li>
        ))}
        {unusedColumns.length > 0 && (
          <li className="px-4.5 py-2.5 [overflow-wrap:anywhere]">
            Columns that are not imported, because no field is mapped to them:{' '}
            {unusedColumns.map(({ name, rows }) => `${name} (${plural(rows, 'row')})`).join(', ')}.
          </li>
        )}
      </ul>
    </Panel>
  );
}

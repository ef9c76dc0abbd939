import { Link } from 'react-router';
import { seoProblemKinds, seoProblemLabels } from '#contract/values/seo-problems.ts';
import { fullCount } from '../kit/format/counts.ts';
import { momentLabel } from '../kit/format/dates.ts';
import type { SeoCheck, SeoProblem, SeoReport } from '../kit/records/seo-check.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { Badge } from '../kit/table/badge.tsx';
import { fixUrl } from './fix-url.ts';

const linkStyle = '[overflow-wrap:anywhere] text-accent underline underline-offset-3';

function ProblemRow({ problem: { path, detail, from } }: { problem: SeoProblem }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 border-t border-line px-4.5 py-2.5 text-sm">
      <a href={path} className={linkStyle}>
        {path}
      </a>
      <span className="[overflow-wrap:anywhere] text-muted">
        {detail}
        {from !== undefined && (
          <>
            , linked from{' '}
            <a href={from} className="underline underline-offset-3">
              {from}
            </a>
          </>
        )}
      </span>
      <Link to={fixUrl(path)} className="ml-auto font-medium text-accent" aria-label={`Fix ${path}`}>
        Fix
      </Link>
    </li>
  );
}

/** What a finished check has found, by kind. */
export function CheckReport({ check, report }: { check: SeoCheck; report: SeoReport }) {
  const { counts, examples, isComplete } = report;
  const found = seoProblemKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <section aria-label="Report" className="mb-8 grid gap-4">
      <p className="text-muted">
        {fullCount(check.pagesRead)} pages read on {momentLabel(check.startedAt)}.
        {!isComplete && ' The site has more pages than a check reads: the rest has not been checked.'}
      </p>
      {found.length === 0 && (
        <div className="rounded-2xl border border-line bg-surface">
          <Empty title="Nothing found">Search engines can find and tell apart every page.</Empty>
        </div>
      )}
      {found.map((kind) => {
        const shown = examples.filter((problem) => problem.kind === kind);
        const count = counts[kind] ?? 0;
        return (
          <Panel key={kind} title={seoProblemLabels[kind]} aside={<Badge tone="danger">{fullCount(count)}</Badge>}>
            <ul className="-mt-px">
              {shown.map((problem) => (
                <ProblemRow key={`${problem.path} ${problem.detail}`} problem={problem} />
              ))}
            </ul>
            {count > shown.length && (
              <p className="border-t border-line px-4.5 py-2.5 text-sm text-muted">
                and {fullCount(count - shown.length)} more
              </p>
            )}
          </Panel>
        );
      })}
    </section>
  );
}

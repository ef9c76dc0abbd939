import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { cancelSeoCheck, loadSeoChecks, type SeoChecks, startSeoCheck } from '../kit/records/seo-check.ts';
import { Empty } from '../kit/screen/empty.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { DataTable } from '../kit/table/data-table.tsx';
import type { Route } from './+types/screen.ts';
import { checkColumns } from './check-columns.tsx';
import { CheckProgress } from './check-progress.tsx';
import { CheckReport } from './check-report.tsx';

const nothing: SeoChecks = { checks: [], shown: undefined, report: null };

export const clientLoader = async ({ url: { searchParams } }: Route.ClientLoaderArgs) =>
  loadWithFallback(loadSeoChecks(searchParams.get('check')), nothing, 'Failed to fetch checks');

export default function Seo({ loaderData: { data, problem } }: Route.ComponentProps) {
  const { run: start, busy } = useSingleAction('The check could not be started.');
  const { run: cancel, busy: isCancelling } = useSingleAction('The check could not be cancelled.');
  const { checks, shown, report } = data;
  const running = checks.find(({ state }) => state === 'running');
  return (
    <>
      <ScreenHead title="SEO Check">
        {running ? (
          <button
            type="button"
            className="btn btn-quiet"
            disabled={isCancelling}
            onClick={() => cancel(() => cancelSeoCheck(running))}
          >
            Cancel
          </button>
        ) : (
          <button type="button" className="btn btn-primary" disabled={busy} onClick={() => start(startSeoCheck)}>
            Start a check
          </button>
        )}
      </ScreenHead>
      <p className="mb-5 max-w-[70ch] text-muted">
        A check follows every link of the site, as a search engine does, and reports what keeps pages from being found.
        It leaves half of the time to visitors, and goes on if you leave this screen.
      </p>
      {running && <CheckProgress check={running} />}
      {shown && report && <CheckReport check={shown} report={report} />}
      {checks.length > 0 && <h2 className="mb-3">All checks</h2>}
      <DataTable
        label="All checks"
        columns={checkColumns}
        rows={checks}
        problem={problem}
        keyOf={({ id }) => id}
        empty={<Empty title="No checks yet">Start one to see what search engines see.</Empty>}
      />
    </>
  );
}

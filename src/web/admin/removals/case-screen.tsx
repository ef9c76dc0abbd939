import { useState } from 'react';
import { Link } from 'react-router';
import type { CaseReasons } from '#contract/values/case-reasons.ts';
import { plural } from '../../components/format/plural.ts';
import { CaseClock } from '../kit/cases/case-clock.tsx';
import { statusWords } from '../kit/cases/case-words.ts';
import { useNow } from '../kit/cases/use-now.ts';
import { DownloadLink } from '../kit/lists/download-link.tsx';
import { type Case, loadCase } from '../kit/records/case.ts';
import { loadCaseReasons } from '../kit/records/case-reasons.ts';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Route } from './+types/case-screen.ts';
import { CaseActions } from './case-actions.tsx';
import { CaseHistory } from './case-history.tsx';
import { CaseUrlRow } from './case-url.tsx';
import { CounterNotices } from './counter-notices.tsx';
import { NoticeFacts } from './notice-facts.tsx';

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const [found, reasons] = await Promise.all([
    loadWithFallback<Case | null>(loadCase(params.id), null, 'Failed to fetch the case'),
    loadCaseReasons(),
  ]);
  return { found, reasons };
};

type Choices = Record<string, boolean>;

/** What is to be decided, unless the admin chose otherwise; once everything is, a decision can be changed for all of it. */
const selectedOf = ({ urls }: Case, choices: Choices): string[] => {
  const isDecided = urls.every(({ decision }) => decision !== null);
  return urls.filter(({ _id, decision }) => choices[_id] ?? (isDecided || decision === null)).map(({ _id }) => _id);
};

function SelectAll({ count, onSelect }: { count: number; onSelect: (isSelected: boolean) => void }) {
  const style = 'text-accent hover:underline max-md:min-h-11';
  return (
    <p className="flex flex-wrap items-center gap-x-4 border-b border-line px-4.5 py-2.5 text-sm max-sm:px-3.5">
      <span className="mr-auto text-muted tabular-nums">{count} selected</span>
      <button type="button" className={style} onClick={() => onSelect(true)}>
        Select all
      </button>
      <button type="button" className={style} onClick={() => onSelect(false)}>
        Select none
      </button>
    </p>
  );
}

function WholeCase({ found, reasons }: { found: Case; reasons: CaseReasons }) {
  const now = useNow();
  const [choices, setChoices] = useState<Choices>({});
  const selected = selectedOf(found, choices);
  const { urls, status, number, id } = found;
  const hasChoice = urls.length > 1;
  const select = (url: string, isSelected: boolean) => setChoices({ ...choices, [url]: isSelected });
  return (
    <>
      <ScreenHead title={`Case ${number}`}>
        <DownloadLink
          href={`/api/removals/${id}/export`}
          check={() => loadCase(id)}
          failure="The case could not be exported."
        >
          Export signed file
        </DownloadLink>
        <Link to={`/admin/history/case/${id}`} className="btn btn-quiet">
          Audit log
        </Link>
      </ScreenHead>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface px-4.5 py-3.5">
        <p className="mr-auto flex flex-wrap items-center gap-3">
          <Badge tone={status === 'decided' ? 'quiet' : status === 'objected' ? 'danger' : 'accent'}>
            {statusWords[status]}
          </Badge>
          <CaseClock found={found} now={now} />
          {found.publicCount > 0 && (
            <b className="font-[620] text-danger">{plural(found.publicCount, 'post')} not hidden: still public</b>
          )}
        </p>
        <CaseActions found={found} selected={selected} reasons={reasons} onDecided={() => setChoices({})} />
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_400px]">
        <div className="grid min-w-0 gap-5">
          <Panel title={urls.length === 0 ? 'No URL' : plural(urls.length, 'reported URL')}>
            {urls.length === 0 ? (
              <p className="px-4.5 py-4 text-sm text-muted">The notice names no URL. Read it, and answer.</p>
            ) : (
              <>
                {hasChoice && (
                  <SelectAll
                    count={selected.length}
                    onSelect={(isSelected) => setChoices(Object.fromEntries(urls.map(({ _id }) => [_id, isSelected])))}
                  />
                )}
                <ul aria-label="Reported URLs">
                  {urls.map((url) => (
                    <CaseUrlRow
                      key={url._id}
                      url={url}
                      isSelected={selected.includes(url._id)}
                      onSelect={hasChoice ? (isSelected) => select(url._id, isSelected) : undefined}
                    />
                  ))}
                </ul>
              </>
            )}
          </Panel>
          <NoticeFacts found={found} />
        </div>
        <div className="grid min-w-0 gap-5">
          <CounterNotices found={found} now={now} />
          <CaseHistory found={found} />
        </div>
      </div>
    </>
  );
}

/** One notice: what it says, what it is about, and what was decided. */
export default function CaseScreen({ loaderData: { found, reasons } }: Route.ComponentProps) {
  const { data, problem } = found;
  return (
    <>
      <p className="mb-3 text-sm max-md:mb-0">
        <Link to="/admin/removals" className="inline-flex items-center text-accent hover:underline max-md:min-h-11">
          Back to Removals
        </Link>
      </p>
      {data ? (
        <WholeCase key={data.id} found={data} reasons={reasons} />
      ) : (
        <>
          <ScreenHead title="Case" />
          <ErrorPanel message={problem} />
        </>
      )}
    </>
  );
}

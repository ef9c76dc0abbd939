import { useEffect } from 'react';
import { Link, useRevalidator } from 'react-router';
import { type ListedOutcome, listedOutcomes } from '#contract/values/imports.ts';
import { momentLabel } from '../kit/format.ts';
import { isUnsaved } from '../kit/forms/unsaved-guard.ts';
import { ErrorPanel, ScreenHead } from '../kit/screen-parts.tsx';
import { isNotFound, loadWithFallback } from '../kit/session/failure.ts';
import { Badge } from '../kit/table/badge.tsx';
import type { Route } from './+types/import-screen.ts';
import { useDiscard } from './deleting.ts';
import {
  type FeedPreview,
  type Import,
  type ImportRows,
  type ImportSource,
  loadImport,
  loadImportProblems,
  loadImportRows,
  loadRecord,
  loadSource,
  pollImport,
  previewImport,
} from './import-calls.ts';
import { isUnderWay, sizeLabel, stateLabel, stateTone } from './import-words.ts';
import { MappingStep } from './mapping-step.tsx';
import { Outcome } from './outcome.tsx';
import { ProgressPanel, useImportProgress } from './progress.tsx';
import { Steps, stepOf } from './steps.tsx';
import { UploadPanel } from './upload-panel.tsx';

/** For a file that isn’t a feed, such as a picture. */
function UnmappedPanel({ feed, problem }: { feed: Import; problem: string | undefined }) {
  const { discard, isDiscarding } = useDiscard(feed.id);
  return (
    <div>
      <ErrorPanel message={problem} />
      <button type="button" className="btn btn-quiet" disabled={isDiscarding} onClick={discard}>
        Discard feed
      </button>
    </div>
  );
}

/** Reloads the screen when the admin returns to its tab, if the import has changed elsewhere in the meantime. */
const useReloadOnReturn = ({ id, state, checkedAt }: Import) => {
  const { revalidate, state: loading } = useRevalidator();
  const isIdle = loading === 'idle';
  useEffect(() => {
    if (!isIdle) return;
    let isDisposed = false;
    // Poll before reloading: if the server can’t be reached, the screen must stay.
    const isChanged = () =>
      pollImport(id).then((current) => current.state !== state || current.checkedAt !== checkedAt, isNotFound);
    const reloadIfChanged = async () => {
      const canReload = () => !isDisposed && !isUnsaved();
      if (document.visibilityState === 'visible' && canReload() && (await isChanged()) && canReload())
        await revalidate();
    };
    const onReturn = () => void reloadIfChanged();
    document.addEventListener('visibilitychange', onReturn);
    addEventListener('focus', onReturn);
    return () => {
      isDisposed = true;
      document.removeEventListener('visibilitychange', onReturn);
      removeEventListener('focus', onReturn);
    };
  }, [id, state, checkedAt, isIdle, revalidate]);
};

const rowsPerPage = 50;

interface MappedFeed {
  source: ImportSource;
  preview: FeedPreview;
}

/** The mapping can be changed until the import has started. */
const isMappable = ({ state, startedAt, checkStartedAt }: Import) =>
  state === 'received' || state === 'checked' || (state === 'failed' && startedAt === null && checkStartedAt !== null);

const isMapping = (feed: Import, step: string | null) =>
  feed.state === 'received' || (isMappable(feed) && (step === 'mapping' || feed.state === 'failed'));

const loadMapping = async (feed: Import): Promise<MappedFeed> => {
  const [source, preview] = await Promise.all([loadSource(feed.source.id), previewImport(feed.id, {})]);
  return { source, preview };
};

const outcomeOf = (url: URL): ListedOutcome | undefined =>
  listedOutcomes.find((outcome) => outcome === url.searchParams.get('rows'));

const hasProblems = ({ checkedCounts: { bad, refused }, incompleteRows }: Import) => bad + refused + incompleteRows > 0;

const noRows: ImportRows = { rows: [], next: null };

export const clientLoader = async ({ url, params: { id } }: Route.ClientLoaderArgs) => {
  const loaded = await loadRecord(id, loadImport, 'import');
  const { data: feed } = loaded;
  const outcome = outcomeOf(url);
  const after = url.searchParams.get('after') ?? '';
  const showsMapping = feed !== null && isMapping(feed, url.searchParams.get('step'));
  const mapping = showsMapping
    ? await loadWithFallback<MappedFeed | null>(loadMapping(feed), null, 'The feed could not be read.')
    : undefined;
  const rows =
    feed && outcome
      ? await loadWithFallback(
          loadImportRows(id, { outcome, after, limit: rowsPerPage }),
          noRows,
          'Failed to fetch the rows',
        )
      : undefined;
  // The screen is still useful without them.
  const problems = feed && hasProblems(feed) ? await loadImportProblems(id).catch(() => []) : [];
  return { loaded, mapping, outcome, after, rows, problems };
};

function Facts({ feed }: { feed: Import }) {
  return (
    <p className="-mt-3 mb-4 flex max-sm:-mt-1 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <Badge tone={stateTone(feed.state)}>{stateLabel(feed)}</Badge>
      <bdi className="[overflow-wrap:anywhere]">{feed.feed}</bdi>
      {feed.state !== 'receiving' && feed.bytes > 0 && <span>{sizeLabel(feed.bytes)}</span>}
      <span>
        {feed.admin}, {momentLabel(feed.createdAt)}
      </span>
    </p>
  );
}

function FollowedImport({ loaderData, feed }: Pick<Route.ComponentProps, 'loaderData'> & { feed: Import }) {
  const { mapping, outcome, after, rows, problems } = loaderData;
  const { revalidate } = useRevalidator();
  const { progress, failure } = useImportProgress(feed, () => void revalidate());
  useReloadOnReturn(progress);
  const { state } = progress;
  const showsMapping = mapping !== undefined && isMappable(progress);
  const isActive = isUnderWay(progress);
  return (
    <>
      <Facts feed={progress} />
      <Steps current={stepOf(progress, showsMapping)} />
      <div className="grid gap-5">
        {state === 'receiving' && progress.origin === 'upload' && <UploadPanel feed={progress} />}
        {isActive && <ProgressPanel progress={progress} failure={failure} />}
        {showsMapping && mapping.data && (
          <MappingStep key={progress.id} feed={progress} source={mapping.data.source} loaded={mapping.data.preview} />
        )}
        {showsMapping && !mapping.data && <UnmappedPanel feed={progress} problem={mapping.problem} />}
        {!showsMapping && state !== 'receiving' && (
          <Outcome progress={progress} outcome={outcome} after={after} rows={rows} problems={problems} />
        )}
      </div>
    </>
  );
}

export default function ImportScreen({ loaderData }: Route.ComponentProps) {
  const { data: feed, problem, isMissing } = loaderData.loaded;
  if (!feed)
    return (
      <>
        <ScreenHead title="Import">
          <Link to="/admin/imports" className="btn btn-quiet">
            All imports
          </Link>
        </ScreenHead>
        <ErrorPanel message={problem} canRetry={!isMissing} />
      </>
    );
  return (
    <>
      <ScreenHead title={feed.source.name}>
        <Link to={`/admin/import-sources/${feed.source.id}`} className="btn btn-quiet">
          Source
        </Link>
        <Link to="/admin/imports" className="btn btn-quiet">
          All imports
        </Link>
      </ScreenHead>
      <FollowedImport loaderData={loaderData} feed={feed} />
    </>
  );
}

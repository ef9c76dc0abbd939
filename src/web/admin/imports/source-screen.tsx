import type { SubmitEvent } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { plural } from '../../components/format/plural.ts';
import { DraftOffer } from '../kit/drafts/draft-offer.tsx';
import { useConfirmation } from '../kit/feedback/confirmation.tsx';
import { notify } from '../kit/feedback/toasts.tsx';
import { useSingleAction } from '../kit/feedback/use-single-action.ts';
import { momentLabel } from '../kit/format/dates.ts';
import { Form } from '../kit/forms/form.tsx';
import { deleteSource, type ImportSource, loadSource } from '../kit/records/import-source.ts';
import { loadRecord } from '../kit/records/load-record.ts';
import { ErrorPanel } from '../kit/screen/error-panel.tsx';
import { Panel } from '../kit/screen/panel.tsx';
import { Problem } from '../kit/screen/problem.tsx';
import { ScreenHead } from '../kit/screen/screen-head.tsx';
import { useAdmin } from '../kit/session/admin-session.ts';
import type { Route } from './+types/source-screen.ts';
import { FormatFields } from './mapping/format-fields.tsx';
import { MappingFields } from './mapping/mapping-fields.tsx';
import { FeedActions } from './source/feed-actions.tsx';
import { PlaceFields } from './source/place-fields.tsx';
import { SourceConflict } from './source/source-conflict.tsx';
import { SourceSections } from './source/source-sections.tsx';
import { useSourceForm } from './source/use-source-form.ts';

export const clientLoader = ({ params: { id } }: Route.ClientLoaderArgs) => loadRecord(id, loadSource, 'source');

function SourceEditor({ source }: { source: ImportSource }) {
  const { revalidate } = useRevalidator();
  const onSaved = async () => {
    notify('Source saved.');
    await revalidate();
  };
  const form = useSourceForm({ source, onSaved });
  const { draft, change } = form;
  const isMapped = Object.keys(draft.mapping).length > 0;
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void form.save();
  };
  return (
    <>
      <DraftOffer {...form.kept} onContinue={form.continueDraft} onDiscard={form.kept.refuse}>
        <Form errors={form.errors} onSubmit={save} className="grid gap-5">
          <Problem message={form.problem} />
          <Panel title="Where it comes from">
            <PlaceFields draft={draft} change={change} />
          </Panel>
          {isMapped && (
            <>
              <Panel title="Format">
                <FormatFields format={draft.format} onChange={(format) => change({ format })} />
              </Panel>
              <Panel title="Columns" aside={<span className="text-sm text-muted">With samples in each import</span>}>
                <MappingFields columns={[]} mapping={draft.mapping} onChange={(mapping) => change({ mapping })} />
              </Panel>
            </>
          )}
          <SourceSections draft={draft} onChange={change} />
          <div className="sticky bottom-0 z-10 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
            <button type="submit" className="btn btn-primary" disabled={form.busy} aria-busy={form.busy}>
              Save source
            </button>
          </div>
        </Form>
      </DraftOffer>
      <SourceConflict form={form} />
    </>
  );
}

function Facts({ source }: { source: ImportSource }) {
  const { posts, lastImport, nextFetchAt } = source;
  return (
    <p className="-mt-3 mb-5 flex max-sm:-mt-1 flex-wrap gap-x-3 text-sm text-muted">
      <span>{plural(posts, 'post')}</span>
      {lastImport && (
        <Link to={`/admin/imports/${lastImport._id}`} className="text-accent">
          Last import {momentLabel(lastImport.createdAt)}
        </Link>
      )}
      {nextFetchAt && <span>Next fetch {momentLabel(nextFetchAt)}</span>}
    </p>
  );
}

export default function SourceScreen({ loaderData: { data: source, problem, isMissing } }: Route.ComponentProps) {
  const isMainAdmin = useAdmin()?.role === 'main_admin';
  const navigate = useNavigate();
  const confirm = useConfirmation();
  const { run, busy } = useSingleAction('The source could not be deleted.');
  if (!source)
    return (
      <>
        <ScreenHead title="Source" />
        <ErrorPanel message={problem} canRetry={!isMissing} />
      </>
    );
  const remove = async () => {
    const details = 'Its posts and the history of its imports stay. A new feed from there would need a new source.';
    if (!(await confirm({ question: `Delete the source “${source.name}”?`, details, confirmLabel: 'Delete' }))) return;
    await run(async () => {
      await deleteSource(source.id);
      await navigate('/admin/imports?tab=sources');
    }, `“${source.name}” is deleted.`);
  };
  return (
    <>
      <ScreenHead title={source.name}>
        <Link to={`/admin/imports/new?source=${source.id}`} className="btn btn-primary">
          New import
        </Link>
        <Link to={`/admin/imports?source=${source.id}`} className="btn btn-quiet">
          Its imports
        </Link>
        {isMainAdmin && (
          <button
            type="button"
            className="btn border-danger text-danger hover:bg-raised"
            disabled={busy}
            onClick={() => void remove()}
          >
            Delete
          </button>
        )}
      </ScreenHead>
      <Facts source={source} />
      <Problem message={source.problem ?? undefined} />
      <FeedActions source={source} />
      <SourceEditor key={source.id} source={source} />
    </>
  );
}

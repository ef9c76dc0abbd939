import type { SubmitEvent } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { DraftOffer } from '../../kit/drafts/draft-offer.tsx';
import { Form } from '../../kit/forms/form.tsx';
import { checkImport, type FeedPreview, type Import } from '../../kit/records/import.ts';
import type { ImportSource } from '../../kit/records/import-source.ts';
import { Panel } from '../../kit/screen/panel.tsx';
import { Problem } from '../../kit/screen/problem.tsx';
import { SourceConflict } from '../source/source-conflict.tsx';
import { type SourceDraft, settingsOf, toSourceDraft } from '../source/source-draft.ts';
import { SourceSections } from '../source/source-sections.tsx';
import { useSourceForm } from '../source/use-source-form.ts';
import { useDiscard } from '../use-discard.ts';
import { FormatFields } from './format-fields.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { OtherFormat } from './other-format.tsx';
import { PreviewCards } from './preview-cards.tsx';
import { usePreview } from './use-preview.ts';

interface MappingStepProps {
  feed: Import;
  source: ImportSource;
  loaded: FeedPreview;
}

const isSame = (a: SourceDraft['format'], b: SourceDraft['format']) => JSON.stringify(a) === JSON.stringify(b);

/** Why no row can be read, whatever the mapping: then there is nothing to map. */
const unreadableReason = ({ columns, rows: [first, ...others] }: FeedPreview): string | undefined =>
  columns.length === 0 && first?.problem && others.every(({ problem }) => problem === first.problem)
    ? `None of the first rows can be read. ${first.problem}`
    : undefined;

/** Shown once the feed or its source is gone, such as deleted in another tab. */
function Deleted() {
  return (
    <div>
      <Problem message="This feed or its source was deleted meanwhile, so it cannot be imported any more." />
      <div className="flex flex-wrap gap-2.5">
        <Link to="/admin/imports/new" className="btn btn-primary">
          New import
        </Link>
        <Link to="/admin/imports" className="btn btn-quiet">
          All imports
        </Link>
      </div>
    </div>
  );
}

/** The second step of an import: how the feed is read, and what is made of its rows. */
export function MappingStep({ feed, source, loaded }: MappingStepProps) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { preview, isLoading, problem, refresh } = usePreview(feed.id, loaded);
  const { isGuessed } = loaded;
  const check = async () => {
    await checkImport(feed.id);
    await navigate(`/admin/imports/${feed.id}`, { replace: true });
    await revalidate();
  };
  const initial = isGuessed ? { ...toSourceDraft(source), format: loaded.format, mapping: loaded.mapping } : undefined;
  const form = useSourceForm({ source, initial, onSaved: check });
  const { draft } = form;
  const { otherFormat } = preview;
  const isCorrected = !isSame(draft.format, loaded.format);
  const found = isGuessed ? 'Found by itself; correct it if it is wrong' : 'Kept with the source';
  const originOfFormat = isCorrected ? 'Corrected by hand' : found;
  const unreadable = unreadableReason(preview);
  const { discard, isDiscarding } = useDiscard(feed.id, form.forget);

  const change = (changes: Partial<SourceDraft>) => {
    form.change(changes);
    if (!changes.mapping && !changes.rules) return;
    // Columns that are chosen by hand may show how their durations and dates are written.
    refresh(settingsOf({ ...draft, ...changes }), ({ mapping }) => form.change({ mapping }));
  };
  /** Another format has other columns, so they are guessed anew. */
  const changeFormat = (format: SourceDraft['format']) => {
    form.change({ format });
    refresh({ format, rules: settingsOf(draft).rules }, ({ mapping }) => form.change({ format, mapping }));
  };
  const start = (event: SubmitEvent) => {
    event.preventDefault();
    void (form.isEdited || isGuessed ? form.save() : form.submit(check));
  };

  return (
    <>
      <DraftOffer
        {...form.kept}
        onContinue={(offered) => refresh(settingsOf(form.continueDraft(offered)))}
        onDiscard={form.kept.refuse}
      >
        <Form errors={form.errors} onSubmit={start} className="grid gap-5">
          <Problem message={feed.error ?? undefined} />
          <Problem message={unreadable} />
          {form.isGone ? <Deleted /> : <Problem message={form.problem} />}
          <Panel title="Format" aside={<span className="text-sm text-muted">{originOfFormat}</span>}>
            {otherFormat && !isSame(otherFormat, draft.format) && (
              <OtherFormat
                found={otherFormat}
                used={draft.format}
                isKept={!isGuessed && !isCorrected}
                onUse={changeFormat}
              />
            )}
            <FormatFields format={draft.format} onChange={changeFormat} />
          </Panel>
          {!unreadable && (
            <Panel title="Columns">
              <MappingFields
                columns={preview.columns}
                mapping={draft.mapping}
                onChange={(mapping) => change({ mapping })}
              />
            </Panel>
          )}
          <Problem message={problem} />
          {!unreadable && (
            <>
              <PreviewCards rows={preview.rows} isLoading={isLoading} />
              <SourceSections draft={draft} onChange={change} />
            </>
          )}
          <div className="sticky bottom-0 z-10 flex flex-wrap items-center gap-2.5 border-t border-line bg-bg/90 py-3 backdrop-blur-lg">
            {!unreadable && (
              <button
                type="submit"
                className="btn btn-primary"
                disabled={form.busy || isDiscarding}
                aria-busy={form.busy}
              >
                Start dry run
              </button>
            )}
            <button type="button" className="btn btn-quiet" disabled={form.busy || isDiscarding} onClick={discard}>
              Discard feed
            </button>
            <p className="text-sm text-muted max-sm:basis-full">
              The dry run writes nothing. The mapping is kept with “<bdi>{source.name}</bdi>”.
            </p>
          </div>
        </Form>
      </DraftOffer>
      <SourceConflict form={form} />
    </>
  );
}

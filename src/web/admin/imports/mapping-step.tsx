import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import type { Format } from '#contract/import-sources.ts';
import type { PreviewedRow } from '#contract/imports.ts';
import { formatName, looksLikeFormat } from '#contract/values/imports.ts';
import { durationLabel, plural } from '../../components/format.ts';
import { DraftOffer } from '../kit/draft-offer.tsx';
import { dayLabel, fullCount } from '../kit/format.ts';
import { Form } from '../kit/forms/form.tsx';
import { Panel, Problem } from '../kit/screen-parts.tsx';
import { failureMessage } from '../kit/session/failure.ts';
import { Picture } from '../kit/table/picture.tsx';
import { useDiscard } from './deleting.ts';
import { FormatFields } from './format-fields.tsx';
import {
  checkImport,
  type FeedPreview,
  type Import,
  type ImportSettingsDraft,
  type ImportSource,
  previewImport,
} from './import-calls.ts';
import { MappingFields } from './mapping-fields.tsx';
import { ProblemsPanel } from './problems.tsx';
import { SourceConflict, type SourceDraft, settingsOf, toSourceDraft, useSourceForm } from './source-form.tsx';
import { SourceSections } from './source-sections.tsx';

interface OtherFormatProps {
  detected: Format;
  used: Format;
  /** Whether the format in use is the saved one of the source. */
  isSaved: boolean;
  onUse: (format: Format) => void;
}

/** Warns that the file looks different from the format it is read as. */
function OtherFormat({ detected, used, isSaved, onUse }: OtherFormatProps) {
  const sentence = `This file looks like ${formatName(detected, used)}; it is read as ${formatName(used, detected)}.`;
  return (
    <div role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2.5 border-b border-line px-4.5 py-3">
      <p className="text-sm">{isSaved ? looksLikeFormat(detected, used) : sentence}</p>
      <button type="button" className="btn btn-quiet h-10 px-4 text-sm" onClick={() => onUse(detected)}>
        Use {formatName(detected, used)}
      </button>
    </div>
  );
}

type PreviewedPost = NonNullable<PreviewedRow['post']>;

function CardPicture({ post, isLoaded }: { post: PreviewedPost; isLoaded: boolean }) {
  return (
    <span className="card-picture">
      {isLoaded && post.imageUrl ? (
        <Picture src={post.imageUrl} alt="" className="size-full" />
      ) : (
        <span className="grid size-full place-items-center bg-linear-to-br from-raised to-accent-soft px-3 text-center text-[13px] text-muted">
          {post.imageUrl ? 'Picture' : 'No picture'}
        </span>
      )}
      {post.minutes !== null && <span className="card-badge">{durationLabel(post.minutes)}</span>}
    </span>
  );
}

function PostCard({ post, leftOut, isLoaded }: { post: PreviewedPost; leftOut: string[]; isLoaded: boolean }) {
  const facts = [
    post.views === null ? undefined : plural(post.views, 'view'),
    post.publishedAt ? dayLabel(post.publishedAt) : undefined,
    post.Category,
  ].filter(Boolean);
  return (
    <>
      <CardPicture post={post} isLoaded={isLoaded} />
      <p dir="auto" className="card-title line-clamp-2 [overflow-wrap:anywhere]" title={post.titel}>
        {post.titel}
      </p>
      <p className="mt-0.5 text-[13px] text-muted">{facts.join(' · ')}</p>
      <p dir="auto" className="mt-1 line-clamp-2 text-[13px] [overflow-wrap:anywhere]">
        {[...post.name, ...post.tags.map((tag) => `#${tag}`)].join('  ')}
      </p>
      <p dir="ltr" className="mt-1 truncate text-[12.5px] text-muted" title={post.link}>
        {post.link || 'No link'}
        {post.otherLinks.length > 0 && ` +${post.otherLinks.length}`}
      </p>
      {leftOut.map((sentence) => (
        <p key={sentence} className="mt-1 text-[13px] text-danger [overflow-wrap:anywhere]">
          {sentence}
        </p>
      ))}
    </>
  );
}

function ProblemCard({ problem, excerpt }: { problem: string; excerpt: string }) {
  return (
    <div className="grid h-full content-start gap-2 rounded-xl border border-danger p-3">
      <p className="text-sm font-medium text-danger">{problem}</p>
      <p dir="auto" className="line-clamp-6 font-mono text-[12.5px] text-muted [overflow-wrap:anywhere]">
        {excerpt}
      </p>
    </div>
  );
}

interface PreviewCardsProps {
  rows: PreviewedRow[];
  isLoading: boolean;
}

/** The first rows as visitors would see them. Pictures come from other servers, so they load only on request. */
function PreviewCards({ rows, isLoading }: PreviewCardsProps) {
  const [isLoaded, setLoaded] = useState(false);
  const broken = rows.filter(({ problem }) => problem !== null).length;
  const incomplete = rows.filter(({ leftOut }) => leftOut.length > 0).length;
  const incompleteNote =
    incomplete > 0 ? ` ${plural(incomplete, 'row has a value', 'rows have a value')} that cannot be read.` : '';
  return (
    <Panel
      title={`The first ${rows.length === 1 ? 'row' : `${fullCount(rows.length)} rows`}`}
      aside={
        <button
          type="button"
          className="btn btn-quiet h-9 px-3 text-sm max-md:h-10"
          aria-pressed={isLoaded}
          title="Your browser loads them from the partner’s servers"
          onClick={() => setLoaded(!isLoaded)}
        >
          {isLoaded ? 'Hide pictures' : 'Load pictures'}
        </button>
      }
    >
      <p role="status" className="px-4.5 pt-3 text-sm text-muted">
        {isLoading
          ? 'Updating…'
          : broken === 0
            ? incompleteNote || 'All rows can be read.'
            : `${plural(broken, 'row has a problem', 'rows have a problem')}.${incompleteNote}`}
      </p>
      <ol
        aria-label="Preview"
        aria-busy={isLoading}
        className={`grid grid-cols-2 gap-x-4 gap-y-6 p-4.5 transition-opacity md:grid-cols-3 xl:grid-cols-4 2xl:grid-cols-5 ${isLoading ? 'opacity-60' : ''}`}
      >
        {rows.map(({ number, problem, excerpt, post, leftOut }) => (
          <li key={number} className="min-w-0">
            {post ? <PostCard post={post} leftOut={leftOut} isLoaded={isLoaded} /> : null}
            {!post && <ProblemCard problem={problem ?? 'This row cannot be read.'} excerpt={excerpt} />}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const debounceMs = 250;

/** The first rows, read with the settings that are being edited. Only the response to the latest request is used. */
const usePreview = (importId: string, loaded: FeedPreview) => {
  const [preview, setPreview] = useState(loaded);
  const [isLoading, setLoading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);

  const load = async (settings: Partial<ImportSettingsDraft>, onLoaded?: (preview: FeedPreview) => void) => {
    const request = ++latest.current;
    const isCurrent = () => request === latest.current;
    try {
      const answer = await previewImport(importId, settings);
      if (!isCurrent()) return;
      setPreview(answer);
      setProblem(undefined);
      onLoaded?.(answer);
    } catch (error) {
      console.warn(error);
      if (isCurrent()) setProblem(failureMessage(error, 'The rows could not be read.'));
    }
    if (isCurrent()) setLoading(false);
  };
  /** Settings that are left out are detected; `onLoaded` gets them with the preview. */
  const refresh = (settings: Partial<ImportSettingsDraft>, onLoaded?: (preview: FeedPreview) => void) => {
    clearTimeout(timer.current);
    // Ignore responses to earlier requests.
    latest.current++;
    setLoading(true);
    timer.current = setTimeout(() => void load(settings, onLoaded), debounceMs);
  };
  return { preview, isLoading, problem, refresh };
};

interface MappingStepProps {
  feed: Import;
  source: ImportSource;
  loaded: FeedPreview;
}

const isSame = (a: SourceDraft['format'], b: SourceDraft['format']) => JSON.stringify(a) === JSON.stringify(b);

/** Why none of the first rows can be read, so that there is nothing to map. */
const unreadableReason = ({ columns, rows: [first, ...others] }: FeedPreview): string | undefined =>
  columns.length === 0 && first?.problem && others.every(({ problem }) => problem === first.problem)
    ? `None of the first rows can be read. ${first.problem}`
    : undefined;

/** Shown when the feed or its source has been deleted, for example in another tab. */
function Deleted() {
  return (
    <div>
      <Problem message="This feed or its source has been deleted, so it can no longer be imported." />
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

/** The second step of an import: the format of the feed and the mapping of its columns. */
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
  const formatOrigin = isCorrected
    ? 'Changed by hand'
    : isGuessed
      ? 'Detected automatically; change it if it is wrong'
      : 'Saved with the source';
  const unreadable = unreadableReason(preview);
  const { discard, isDiscarding } = useDiscard(feed.id, form.forget);

  const change = (changes: Partial<SourceDraft>) => {
    form.change(changes);
    if (!changes.mapping && !changes.rules) return;
    // The new mapping may reveal how durations and dates are written.
    refresh(settingsOf({ ...draft, ...changes }), ({ mapping }) => form.change({ mapping }));
  };
  /** Another format has other columns, so the mapping is guessed again. */
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
          <Panel title="Format" aside={<span className="text-sm text-muted">{formatOrigin}</span>}>
            {otherFormat && !isSame(otherFormat, draft.format) && (
              <OtherFormat
                detected={otherFormat}
                used={draft.format}
                isSaved={!isGuessed && !isCorrected}
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
              <ProblemsPanel
                title={`Not understood in the first ${plural(preview.readRows, 'row')}`}
                problems={preview.problems}
                unusedColumns={preview.unusedColumns}
                areListed={false}
              />
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
              A dry run changes nothing. The mapping is saved with “<bdi>{source.name}</bdi>”.
            </p>
          </div>
        </Form>
      </DraftOffer>
      <SourceConflict form={form} />
    </>
  );
}

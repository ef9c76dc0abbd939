import { type KeyboardEvent, type ReactNode, type SubmitEvent, useState } from 'react';
import { type Category, categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/fields.ts';
import { type FormSection, type PostText, textsOfForm } from '#contract/values/post-fields.ts';
import { type EditableState, editableStates } from '#contract/values/posts.ts';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { VideoCard } from '../../../components/video-card/video-card.tsx';
import { type FieldErrors, SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { Form, FormButtons } from '../forms/form.tsx';
import { UploadedImageField } from '../forms/image-fields.tsx';
import { fromLocalTime, skippedTimeNote, timeZone, toLocalTime } from '../forms/local-time.ts';
import { NamesField } from '../forms/names-field.tsx';
import { findSimilarVideos, previewOf, type TypedNames, type VideoDraft, videoLabels } from '../records/video.ts';
import { pictureSrc } from '../table/picture.tsx';
import { WithheldPicture } from '../table/withheld-picture.tsx';
import { FoundVideos, LinkFields } from './link-fields.tsx';
import { PartnerField } from './partner-field.tsx';
import { RecordFields } from './record-fields.tsx';

/** The card as visitors will see it. For withheld posts, only the picture, which is loaded on request. */
function CardPreview({ draft, views }: { draft: VideoDraft; views: number }) {
  const { minutes } = previewOf(draft, null, 'preview');
  const [isOpen, setIsOpen] = useState(true);
  const title = draft.title || 'Title';
  const card = {
    id: 'preview',
    title,
    alt: draft.altKeywords || title,
    image: pictureSrc(draft.imageUrl, { width: 640 }),
    views,
    minutes,
    tagWords: '',
  };
  return (
    <section aria-label="Preview" className="max-lg:order-first">
      <h3 className="mb-2 flex items-center justify-between text-sm font-medium">
        Preview
        <button
          type="button"
          className="min-h-10 px-2 text-[13px] text-muted underline underline-offset-3 lg:hidden"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide preview' : 'Show preview'}
        </button>
      </h3>
      <div className={`max-w-[300px] max-lg:mx-auto ${isOpen ? '' : 'max-lg:hidden'}`}>
        {draft.state === 'withheld' ? (
          <WithheldPicture
            key={draft.imageUrl}
            src={draft.imageUrl}
            title={title}
            label="Load the picture"
            className="aspect-video w-full rounded-xl"
          />
        ) : (
          <ul inert className="pointer-events-none">
            <VideoCard key={draft.imageUrl} video={card} />
          </ul>
        )}
      </div>
    </section>
  );
}

const hints: Record<EditableState, string> = {
  published: 'Visitors see the post as soon as it is saved.',
  draft: 'Only admins see it. You can add the image and link later.',
  scheduled: 'It is published automatically at the time that you choose.',
};

const hourMs = 3_600_000;

/** The next full hour, as a default to adjust. */
const nextHour = () => new Date(Math.ceil((Date.now() + 1) / hourMs) * hourMs).toISOString();

interface PublicationFieldsProps {
  draft: VideoDraft;
  /** Why visitors don't see the stored post; empty if they do. */
  hiddenBecause: readonly string[];
  onChange: (draft: VideoDraft) => void;
}

function HiddenNote({ because }: { because: readonly string[] }) {
  return (
    <p role="note" className="rounded-xl border border-line bg-raised px-3.5 py-2.5 text-sm">
      <b>Hidden from visitors.</b> {because.join(' ')}
    </p>
  );
}

function PublicationFields({ draft, hiddenBecause, onChange }: PublicationFieldsProps) {
  const [skipped, setSkipped] = useState<string>();
  const setTime = (local: string) => {
    setSkipped(skippedTimeNote(local));
    onChange({ ...draft, publishAt: fromLocalTime(local) });
  };
  const setState = (state: EditableState) => {
    const publishAt = state === 'scheduled' ? draft.publishAt || nextHour() : '';
    onChange({ ...draft, state, publishAt });
  };
  if (draft.state === 'withheld') return <HiddenNote because={hiddenBecause} />;
  return (
    <>
      {hiddenBecause.length > 0 && <HiddenNote because={hiddenBecause} />}
      <SelectField
        name="state"
        label={videoLabels.state}
        options={editableStates}
        value={draft.state}
        hint={hints[draft.state]}
        onChange={({ target }) => setState(target.value as EditableState)}
      />
      {draft.state === 'scheduled' && (
        <TextField
          name="publishAt"
          label={videoLabels.publishAt}
          type="datetime-local"
          required
          value={toLocalTime(draft.publishAt)}
          hint={skipped ?? `In your time zone, ${timeZone()}`}
          onChange={({ target }) => setTime(target.value)}
        />
      )}
    </>
  );
}

const debounceMs = 500;

interface SimilarVideosProps {
  title: string;
  exclude: string | undefined;
}

/** Warns about videos with all the words of the title. */
function SimilarVideos({ title, exclude }: SimilarVideosProps) {
  const found = useDebouncedFetch(title.trim(), debounceMs, () => findSimilarVideos('', title.trim(), exclude));
  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <FoundVideos text="A very similar title is already in the catalogue:" videos={found?.result.similarTitle ?? []} />
    </div>
  );
}

interface VideoFormProps {
  draft: VideoDraft;
  typed: TypedNames;
  /** `typed` is passed if it has changed too. */
  onChange: (draft: VideoDraft, typed?: TypedNames) => void;
  errors: FieldErrors | undefined;
  /** Undefined for a new video. */
  id: string | undefined;
  views: number;
  hiddenBecause: readonly string[];
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  /** Adds a second button that saves the video and opens an empty form. */
  onSubmitAndAdd?: (() => void) | undefined;
  /** Further buttons. */
  children?: ReactNode;
}

const addAnother = 'add-another';

/** Ctrl+Enter or ⌘Enter saves from any field. Delayed until the field's own changes on Enter are rendered. */
const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  const form = event.currentTarget;
  setTimeout(() => form.requestSubmit());
};

const recordsOf = ({ source = '', rightsHolder = '', consent = '', recordDate = '' }: VideoDraft) => ({
  source,
  rightsHolder,
  consent,
  recordDate,
});

type TextKey = 'imageUrl' | 'minutes' | 'iframeUrl' | PostText;

export function VideoForm(props: VideoFormProps) {
  const { draft, typed, onChange, errors, id, views, hiddenBecause, submit, busy, onSubmit, onSubmitAndAdd, children } =
    props;
  const text = (key: TextKey) => ({
    name: key,
    label: videoLabels[key],
    value: draft[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [key]: event.target.value }),
  });
  const texts = (section: FormSection) =>
    textsOfForm[section].map(({ name, maxLength, rows, isRequired, hint }) => {
      const field = { ...text(name), maxLength, required: isRequired, hint };
      return rows > 1 ? <TextAreaField key={name} {...field} rows={rows} /> : <TextField key={name} {...field} />;
    });
  const names = (key: keyof TypedNames) => ({
    name: key,
    label: videoLabels[key],
    names: draft[key],
    maxNames: limits.video[key],
    missing: 'new' as const,
    typed: typed[key],
    onChange: (changed: string[], rest: string) => onChange({ ...draft, [key]: changed }, { ...typed, [key]: rest }),
    onType: (text: string) => onChange(draft, { ...typed, [key]: text }),
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    if (submitter?.getAttribute('value') === addAnother) onSubmitAndAdd?.();
    else onSubmit();
  };
  return (
    <Form errors={errors} onSubmit={save} onKeyDown={saveByKey} className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 gap-4">
          {texts('start')}
          <UploadedImageField {...text('imageUrl')} required={draft.state !== 'draft'} />
          {texts('image')}
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...text('minutes')} type="number" min={0} max={limits.video.minutes} step={1} />
            <SelectField
              name="category"
              label={videoLabels.category}
              options={categories}
              value={draft.category}
              onChange={(event) => onChange({ ...draft, category: event.target.value as Category })}
            />
          </div>
          <LinkFields
            links={[draft.link, ...(draft.otherLinks ?? [])]}
            hasOthers={draft.otherLinks !== undefined}
            id={id}
            onChange={([link = '', ...otherLinks]) =>
              onChange({ ...draft, link, ...(draft.otherLinks === undefined ? {} : { otherLinks }) })
            }
          />
          <TextAreaField
            {...text('iframeUrl')}
            rows={2}
            maxLength={limits.video.embedCode}
            hint="A direct MP4 URL, an embed URL, or the whole iframe HTML"
          />
          <TextAreaField
            name="previewUrls"
            label={videoLabels.previewUrls}
            value={draft.previewUrls.join('\n')}
            onChange={({ target: { value } }) =>
              onChange({ ...draft, previewUrls: value === '' ? [] : value.split('\n') })
            }
            rows={3}
            maxLength={limits.video.previews * (limits.url + 1)}
            hint="Shown while the pointer is on the card: up to 8 pictures, one URL per line, or one clip (MP4 or WebM)"
          />
          <NamesField {...names('performers')} kind="performer" />
          <NamesField {...names('tags')} kind="tag" />
          {texts('end')}
          {draft.source !== undefined && (
            <fieldset className="grid gap-4 border-t border-line pt-4">
              <legend className="float-left mb-1 text-base font-[620]">Records</legend>
              <p className="clear-both text-[13px] text-muted">Only admins see them.</p>
              <RecordFields records={recordsOf(draft)} onChange={(records) => onChange({ ...draft, ...records })} />
            </fieldset>
          )}
        </div>
        <div className="grid min-w-0 content-start gap-5 max-lg:contents lg:sticky lg:top-20 lg:self-start">
          <CardPreview draft={draft} views={views} />
          <SimilarVideos title={draft.title} exclude={id} />
          <PublicationFields draft={draft} hiddenBecause={hiddenBecause} onChange={onChange} />
          {draft.partner !== undefined && (
            <PartnerField value={draft.partner} onChange={(partner) => onChange({ ...draft, partner })} />
          )}
        </div>
      </div>
      <FormButtons submit={submit} busy={busy}>
        {children}
        {onSubmitAndAdd && (
          <button type="submit" value={addAnother} className="btn btn-quiet" disabled={busy}>
            Save and add another
          </button>
        )}
      </FormButtons>
    </Form>
  );
}

import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react';
import { type Category, categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import type { FieldErrors } from '../forms/field-errors.ts';
import { SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { Form } from '../forms/form.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { NamesField } from '../forms/names-field.tsx';
import { UploadedImageField } from '../forms/uploaded-image-field.tsx';
import { type TypedNames, type VideoDraft, videoLabels } from '../records/video.ts';
import { CardPreview } from './card-preview.tsx';
import { LinkFields } from './link-fields.tsx';
import { PartnerField } from './partner-field.tsx';
import { PublicationFields } from './publication-fields.tsx';
import { RecordFields } from './record-fields.tsx';
import { SimilarVideos } from './similar-videos.tsx';

interface VideoFormProps {
  draft: VideoDraft;
  typed: TypedNames;
  /** `typed`: if it has changed, too. */
  onChange: (draft: VideoDraft, typed?: TypedNames) => void;
  errors: FieldErrors | undefined;
  /** Undefined for a new video. */
  id: string | undefined;
  views: number;
  withheldBy: readonly string[];
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  /** With it, a second button saves the video and opens an empty form. */
  onSubmitAndAdd?: (() => void) | undefined;
  /** Further buttons beside Cancel. */
  children?: ReactNode;
}

const addAnother = 'add-another';

/** Ctrl or ⌘ with Enter saves from every field. The field handles the key first, and what it has changed is then rendered. */
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

type TextKey = 'imageUrl' | 'altKeywords' | 'title' | 'description' | 'minutes' | 'iframeUrl';

export function VideoForm(props: VideoFormProps) {
  const { draft, typed, onChange, errors, id, views, withheldBy, submit, busy, onSubmit, onSubmitAndAdd, children } =
    props;
  const text = (key: TextKey) => ({
    name: key,
    label: videoLabels[key],
    value: draft[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [key]: event.target.value }),
  });
  const names = (key: keyof TypedNames) => ({
    name: key,
    label: videoLabels[key],
    names: draft[key],
    maxNames: limits.video[key],
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
          <TextField {...text('title')} required maxLength={limits.video.title} />
          <UploadedImageField {...text('imageUrl')} required={draft.state !== 'draft'} />
          <TextField
            {...text('altKeywords')}
            maxLength={limits.video.altKeywords}
            hint="Describes the image. Defaults to the title."
          />
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
            hint="Shown while a pointer rests on the card: up to 8 pictures, one URL per line, or one clip (MP4 or WebM)"
          />
          <NamesField {...names('performers')} kind="performer" />
          <NamesField {...names('tags')} kind="tag" />
          <TextAreaField {...text('description')} rows={3} maxLength={limits.video.description} />
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
          <PublicationFields draft={draft} withheldBy={withheldBy} onChange={onChange} />
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

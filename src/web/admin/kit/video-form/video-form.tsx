import type { SubmitEvent } from 'react';
import { SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { FormButtons } from '../forms/form-buttons.tsx';
import { ImageField } from '../forms/image-field.tsx';
import { NamesField } from '../forms/names-field.tsx';
import { CardPreview } from './card-preview.tsx';
import { SimilarVideos } from './similar-videos.tsx';
import { type VideoDraft, videoCategories, videoLabels } from './video-draft.ts';

interface VideoFormProps {
  draft: VideoDraft;
  onChange: (draft: VideoDraft) => void;
  /** The video being changed; none for a new one. */
  id: string | undefined;
  views: number;
  submit: string;
  busy: boolean;
  onSubmit: () => void;
  onCancel: () => void;
}

export function VideoForm({ draft, onChange, id, views, submit, busy, onSubmit, onCancel }: VideoFormProps) {
  const text = (key: 'imageUrl' | 'altKeywords' | 'titel' | 'desc' | 'minutes' | 'link' | 'iframeUrl') => ({
    label: videoLabels[key],
    value: draft[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...draft, [key]: event.target.value }),
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={save} className="flex flex-col gap-6">
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <div className="grid min-w-0 gap-4">
          <TextField {...text('titel')} required maxLength={300} />
          <ImageField {...text('imageUrl')} required />
          <TextField
            {...text('altKeywords')}
            maxLength={1000}
            hint="Describes the image; the title where it is empty"
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...text('minutes')} type="number" min={0} max={100_000} step={1} />
            <SelectField
              label={videoLabels.Category}
              options={videoCategories}
              value={draft.Category}
              onChange={(event) => onChange({ ...draft, Category: event.target.value as VideoDraft['Category'] })}
            />
          </div>
          <TextField {...text('link')} type="url" required maxLength={2000} placeholder="https://" />
          <TextAreaField
            {...text('iframeUrl')}
            rows={2}
            maxLength={5000}
            hint="A direct MP4, an address to embed, or whole iframe HTML"
          />
          <NamesField
            label={videoLabels.name}
            kind="star"
            names={draft.name}
            onChange={(name) => onChange({ ...draft, name })}
          />
          <NamesField
            label={videoLabels.tags}
            kind="tag"
            names={draft.tags}
            onChange={(tags) => onChange({ ...draft, tags })}
          />
          <TextAreaField {...text('desc')} rows={3} maxLength={10_000} />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <CardPreview draft={draft} views={views} />
          <SimilarVideos link={draft.link} title={draft.titel} exclude={id} />
        </div>
      </div>
      <FormButtons submit={submit} busy={busy} onCancel={onCancel} />
    </form>
  );
}

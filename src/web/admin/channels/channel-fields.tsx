import { type ChannelCategory, channelCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import type { ChannelDraft } from '../kit/records/channel.ts';

export const channelLabels: { [K in keyof ChannelDraft]: string } = {
  name: 'Channel Name',
  url: 'Channel URL',
  thumbnail: 'Thumbnail URL',
  category: 'Category',
  subscribers: 'Subscribers',
  description: 'Description',
};

export const channelDraft = (form: FormData): ChannelDraft => ({
  name: formText(form, 'name'),
  url: formText(form, 'url'),
  thumbnail: formText(form, 'thumbnail'),
  category: formText(form, 'category') as ChannelCategory,
  // A value that is not a number becomes 0 (spec).
  subscribers: Math.trunc(Number(formText(form, 'subscribers'))) || 0,
  description: formText(form, 'description'),
});

export function ChannelFields({ channel }: { channel: ChannelDraft | null }) {
  return (
    <>
      <TextField
        label={channelLabels.name}
        name="name"
        required
        maxLength={limits.channel.name}
        defaultValue={channel?.name}
      />
      <TextField
        label={channelLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={channel?.url}
      />
      <ImageField label={channelLabels.thumbnail} name="thumbnail" defaultValue={channel?.thumbnail} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={channelLabels.category}
          name="category"
          options={channelCategories}
          defaultValue={channel?.category ?? 'adult'}
        />
        <TextField
          label={channelLabels.subscribers}
          name="subscribers"
          type="number"
          min={0}
          max={limits.channel.subscribers}
          defaultValue={channel?.subscribers ?? 0}
        />
      </div>
      <TextAreaField
        label={channelLabels.description}
        name="description"
        maxLength={limits.channel.description}
        defaultValue={channel?.description}
      />
    </>
  );
}

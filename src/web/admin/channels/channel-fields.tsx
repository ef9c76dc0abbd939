import type { ChannelRecord } from '#contract/channels.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';

const channelCategories = [
  'adult',
  'entertainment',
  'gaming',
  'music',
  'education',
] as const satisfies readonly ChannelRecord['category'][];

export type ChannelValues = Pick<
  ChannelRecord,
  'name' | 'url' | 'thumbnail' | 'category' | 'subscribers' | 'description'
>;

export const channelLabels: { [K in keyof ChannelValues]: string } = {
  name: 'Channel Name',
  url: 'Channel URL',
  thumbnail: 'Thumbnail URL',
  category: 'Category',
  subscribers: 'Subscribers',
  description: 'Description',
};

export const channelValues = (form: FormData): ChannelValues => ({
  name: formText(form, 'name'),
  url: formText(form, 'url'),
  thumbnail: formText(form, 'thumbnail'),
  category: formText(form, 'category') as ChannelRecord['category'],
  // What is not a number counts as none.
  subscribers: Math.trunc(Number(formText(form, 'subscribers'))) || 0,
  description: formText(form, 'description'),
});

export function ChannelFields({ channel }: { channel: ChannelRecord | null }) {
  return (
    <>
      <TextField label={channelLabels.name} name="name" required maxLength={200} defaultValue={channel?.name} />
      <TextField
        label={channelLabels.url}
        name="url"
        type="url"
        required
        maxLength={2000}
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
          max={100_000_000_000}
          defaultValue={channel?.subscribers ?? 0}
        />
      </div>
      <TextAreaField
        label={channelLabels.description}
        name="description"
        maxLength={2000}
        defaultValue={channel?.description}
      />
    </>
  );
}

import type { NetworkRecord } from '#contract/networks.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';

const networkCategories = [
  'adult',
  'entertainment',
  'social',
  'streaming',
] as const satisfies readonly NetworkRecord['category'][];

export type NetworkValues = Pick<NetworkRecord, 'name' | 'url' | 'logo' | 'category' | 'description'>;

export const networkLabels: { [K in keyof NetworkValues]: string } = {
  name: 'Network Name',
  url: 'Website URL',
  logo: 'Logo URL',
  category: 'Category',
  description: 'Description',
};

export const networkValues = (form: FormData): NetworkValues => ({
  name: formText(form, 'name'),
  url: formText(form, 'url'),
  logo: formText(form, 'logo'),
  category: formText(form, 'category') as NetworkRecord['category'],
  description: formText(form, 'description'),
});

export function NetworkFields({ network }: { network: NetworkRecord | null }) {
  return (
    <>
      <TextField label={networkLabels.name} name="name" required maxLength={200} defaultValue={network?.name} />
      <TextField
        label={networkLabels.url}
        name="url"
        type="url"
        required
        maxLength={2000}
        placeholder="https://"
        defaultValue={network?.url}
      />
      <ImageField label={networkLabels.logo} name="logo" defaultValue={network?.logo} />
      <SelectField
        label={networkLabels.category}
        name="category"
        options={networkCategories}
        defaultValue={network?.category ?? 'adult'}
      />
      <TextAreaField
        label={networkLabels.description}
        name="description"
        rows={4}
        maxLength={2000}
        defaultValue={network?.description}
      />
    </>
  );
}

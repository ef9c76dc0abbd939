import { type PartnerCategory, partnerCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import type { Network, NetworkDraft } from '../kit/records/network.ts';

export const networkLabels: { [K in keyof NetworkDraft]: string } = {
  name: 'Network Name',
  url: 'Website URL',
  logo: 'Logo URL',
  category: 'Category',
  description: 'Description',
};

export const networkDraft = (form: FormData): NetworkDraft => ({
  name: formText(form, 'name'),
  url: formText(form, 'url'),
  logo: formText(form, 'logo'),
  category: formText(form, 'category') as PartnerCategory,
  description: formText(form, 'description'),
});

export function NetworkFields({ network }: { network: Network | null }) {
  return (
    <>
      <TextField
        label={networkLabels.name}
        name="name"
        required
        maxLength={limits.partner.name}
        defaultValue={network?.name}
      />
      <TextField
        label={networkLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={network?.url}
      />
      <ImageField label={networkLabels.logo} name="logo" defaultValue={network?.logo} />
      <SelectField
        label={networkLabels.category}
        name="category"
        options={partnerCategories}
        defaultValue={network?.category ?? 'adult'}
      />
      <TextAreaField
        label={networkLabels.description}
        name="description"
        rows={4}
        maxLength={limits.partner.description}
        defaultValue={network?.description}
      />
    </>
  );
}

import { type PartnerCategory, partnerCategories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import type { PartnerDraft } from '../kit/records/partner.ts';

export const partnerLabels: { [K in keyof PartnerDraft]: string } = {
  name: 'Network Name',
  url: 'Website URL',
  logo: 'Logo URL',
  category: 'Category',
  description: 'Description',
};

export const partnerDraft = (form: FormData): PartnerDraft => ({
  name: formText(form, 'name'),
  url: formText(form, 'url'),
  logo: formText(form, 'logo'),
  category: formText(form, 'category') as PartnerCategory,
  description: formText(form, 'description'),
});

export function PartnerFields({ partner }: { partner: PartnerDraft | null }) {
  return (
    <>
      <TextField
        label={partnerLabels.name}
        name="name"
        required
        maxLength={limits.partner.name}
        defaultValue={partner?.name}
      />
      <TextField
        label={partnerLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
        placeholder="https://"
        defaultValue={partner?.url}
      />
      <ImageField label={partnerLabels.logo} name="logo" defaultValue={partner?.logo} />
      <SelectField
        label={partnerLabels.category}
        name="category"
        options={partnerCategories}
        defaultValue={partner?.category ?? 'adult'}
      />
      <TextAreaField
        label={partnerLabels.description}
        name="description"
        rows={4}
        maxLength={limits.partner.description}
        defaultValue={partner?.description}
      />
    </>
  );
}

import { type Category, categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { UploadedImageField } from '../kit/forms/uploaded-image-field.tsx';
import type { PerformerDraft } from '../kit/records/performer.ts';

export const performerLabels: { [K in keyof PerformerDraft]: string } = {
  name: 'Name',
  image: 'Image URL',
  category: 'Category',
  description: 'Description',
};

export const performerDraft = (form: FormData): PerformerDraft => ({
  name: formText(form, 'name'),
  image: formText(form, 'image'),
  category: formText(form, 'category') as Category,
  description: formText(form, 'description'),
});

export function PerformerFields({ performer }: { performer: PerformerDraft | null }) {
  return (
    <>
      <TextField
        label={performerLabels.name}
        name="name"
        required
        maxLength={limits.performer.name}
        defaultValue={performer?.name}
      />
      <UploadedImageField label={performerLabels.image} name="image" defaultValue={performer?.image} />
      <SelectField
        label={performerLabels.category}
        name="category"
        options={categories}
        defaultValue={performer?.category ?? 'english'}
      />
      <TextAreaField
        label={performerLabels.description}
        name="description"
        maxLength={limits.performer.description}
        defaultValue={performer?.description}
      />
    </>
  );
}

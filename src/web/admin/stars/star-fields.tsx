import { type Category, categories } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import type { Star, StarDraft } from '../kit/records/star.ts';

export const starLabels: { [K in keyof StarDraft]: string } = {
  name: 'Name',
  image: 'Image URL',
  category: 'Category',
  description: 'Description',
};

export const starDraft = (form: FormData): StarDraft => ({
  name: formText(form, 'name'),
  image: formText(form, 'image'),
  category: formText(form, 'category') as Category,
  description: formText(form, 'description'),
});

export function StarFields({ star }: { star: Star | null }) {
  return (
    <>
      <TextField
        label={starLabels.name}
        name="name"
        required
        maxLength={limits.performer.name}
        defaultValue={star?.name}
      />
      <ImageField label={starLabels.image} name="image" defaultValue={star?.image} />
      <SelectField
        label={starLabels.category}
        name="category"
        options={categories}
        defaultValue={star?.category ?? 'english'}
      />
      <TextAreaField
        label={starLabels.description}
        name="description"
        maxLength={limits.performer.description}
        defaultValue={star?.description}
      />
    </>
  );
}

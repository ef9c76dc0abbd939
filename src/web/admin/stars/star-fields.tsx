import type { StarRecord } from '#contract/stars.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import { videoCategories } from '../kit/video-form/video-draft.ts';

export type StarValues = Pick<StarRecord, 'name' | 'image' | 'category' | 'description'>;

export const starLabels: { [K in keyof StarValues]: string } = {
  name: 'Name',
  image: 'Image URL',
  category: 'Category',
  description: 'Description',
};

export const starValues = (form: FormData): StarValues => ({
  name: formText(form, 'name'),
  image: formText(form, 'image'),
  category: formText(form, 'category') as StarRecord['category'],
  description: formText(form, 'description'),
});

export function StarFields({ star }: { star: StarRecord | null }) {
  return (
    <>
      <TextField label={starLabels.name} name="name" required maxLength={100} defaultValue={star?.name} />
      <ImageField label={starLabels.image} name="image" defaultValue={star?.image} />
      <SelectField
        label={starLabels.category}
        name="category"
        options={videoCategories}
        defaultValue={star?.category ?? 'english'}
      />
      <TextAreaField
        label={starLabels.description}
        name="description"
        maxLength={10_000}
        defaultValue={star?.description}
      />
    </>
  );
}

import type { FileLinkRecord } from '#contract/file-links.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';

const fileLinkCategories = [
  'videos',
  'images',
  'documents',
  'archives',
  'other',
] as const satisfies readonly FileLinkRecord['category'][];
const fileTypes = [
  'video',
  'image',
  'document',
  'archive',
  'other',
] as const satisfies readonly FileLinkRecord['fileType'][];

export type FileLinkValues = Pick<FileLinkRecord, 'title' | 'url' | 'category' | 'fileType' | 'size' | 'description'>;

export const fileLinkLabels: { [K in keyof FileLinkValues]: string } = {
  title: 'Title',
  url: 'TeraBox URL',
  category: 'Category',
  fileType: 'File Type',
  size: 'File Size',
  description: 'Description',
};

export const fileLinkValues = (form: FormData): FileLinkValues => ({
  title: formText(form, 'title'),
  url: formText(form, 'url'),
  category: formText(form, 'category') as FileLinkRecord['category'],
  fileType: formText(form, 'fileType') as FileLinkRecord['fileType'],
  size: formText(form, 'size'),
  description: formText(form, 'description'),
});

export function FileLinkFields({ link }: { link: FileLinkRecord | null }) {
  return (
    <>
      <TextField label={fileLinkLabels.title} name="title" required maxLength={300} defaultValue={link?.title} />
      <TextField
        label={fileLinkLabels.url}
        name="url"
        type="url"
        required
        maxLength={2000}
        placeholder="https://"
        defaultValue={link?.url}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={fileLinkLabels.category}
          name="category"
          options={fileLinkCategories}
          defaultValue={link?.category ?? 'videos'}
        />
        <SelectField
          label={fileLinkLabels.fileType}
          name="fileType"
          options={fileTypes}
          defaultValue={link?.fileType ?? 'video'}
        />
      </div>
      <TextField
        label={fileLinkLabels.size}
        name="size"
        maxLength={50}
        placeholder="1.5 GB, 250 MB"
        defaultValue={link?.size}
      />
      <TextAreaField
        label={fileLinkLabels.description}
        name="description"
        maxLength={2000}
        defaultValue={link?.description}
      />
    </>
  );
}

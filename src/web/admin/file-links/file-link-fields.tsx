import { type FileLinkCategory, type FileType, fileLinkCategories, fileTypes } from '#contract/values/categories.ts';
import { limits } from '#contract/values/limits.ts';
import { SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import type { FileLinkDraft } from '../kit/records/file-link.ts';

export const fileLinkLabels: { [K in keyof FileLinkDraft]: string } = {
  title: 'Title',
  url: 'TeraBox URL',
  category: 'Category',
  fileType: 'File Type',
  size: 'File Size',
  description: 'Description',
};

export const fileLinkDraft = (form: FormData): FileLinkDraft => ({
  title: formText(form, 'title'),
  url: formText(form, 'url'),
  category: formText(form, 'category') as FileLinkCategory,
  fileType: formText(form, 'fileType') as FileType,
  size: formText(form, 'size'),
  description: formText(form, 'description'),
});

export function FileLinkFields({ link }: { link: FileLinkDraft | null }) {
  return (
    <>
      <TextField
        label={fileLinkLabels.title}
        name="title"
        required
        maxLength={limits.fileLink.title}
        defaultValue={link?.title}
      />
      <TextField
        label={fileLinkLabels.url}
        name="url"
        type="url"
        required
        maxLength={limits.url}
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
        maxLength={limits.fileLink.size}
        placeholder="1.5 GB, 250 MB"
        defaultValue={link?.size}
      />
      <TextAreaField
        label={fileLinkLabels.description}
        name="description"
        maxLength={limits.fileLink.description}
        defaultValue={link?.description}
      />
    </>
  );
}

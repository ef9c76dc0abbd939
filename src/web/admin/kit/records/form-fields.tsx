import { Fragment, type ReactNode } from 'react';
import { limits } from '#contract/values/fields.ts';
import { SelectField, TextAreaField, TextField } from '../forms/fields.tsx';
import { formText } from '../forms/form.tsx';
import { ImageField, UploadedImageField } from '../forms/image-fields.tsx';

interface RenderedField<V> {
  name: string;
  label: string;
  /** The initial value; undefined for a blank form. */
  value: V | undefined;
  placeholder: string | undefined;
}

/** A field of a record's form: how it is shown, and how its value is read. */
export interface FormField<V> {
  label: string;
  /** Shares its line with the next or previous field of half the width, except on phones. */
  isHalf?: boolean;
  render: (field: RenderedField<V>) => ReactNode;
  read: (form: FormData, name: string) => V;
}

/** One for every field of a draft, in the order of the form. */
export type FormFields<D extends object> = { [K in keyof D]: FormField<D[K]> };

interface Common {
  label: string;
  required?: boolean;
  hint?: string;
  placeholder?: string;
  isHalf?: boolean;
}

interface Text extends Common {
  maxLength: number;
}

export const text = ({ label, isHalf = false, ...input }: Text): FormField<string> => ({
  label,
  isHalf,
  render: ({ value, placeholder = input.placeholder, ...field }) => (
    <TextField {...input} {...field} placeholder={placeholder} defaultValue={value} />
  ),
  read: formText,
});

export const longText = ({ label, ...area }: Text & { rows?: number }): FormField<string> => ({
  label,
  render: ({ value, placeholder = area.placeholder, ...field }) => (
    <TextAreaField {...area} {...field} placeholder={placeholder} defaultValue={value} />
  ),
  read: formText,
});

/** A URL on the web. */
export const webUrl = ({ label, ...input }: Common): FormField<string> => ({
  label,
  render: ({ value, name }) => (
    <TextField
      {...input}
      label={label}
      name={name}
      type="url"
      maxLength={limits.url}
      placeholder="https://"
      defaultValue={value}
    />
  ),
  read: formText,
});

/** The URL of an image, on the web or on this site. With `isUploaded`, a file can be picked instead. */
export const image = ({ label, isUploaded = false }: Common & { isUploaded?: boolean }): FormField<string> => {
  const Field = isUploaded ? UploadedImageField : ImageField;
  return {
    label,
    render: ({ value, name }) => <Field label={label} name={name} defaultValue={value} />,
    read: formText,
  };
};

/** One of several values; the first one in a blank form. */
export const choice = <const V extends string>(
  options: readonly [V, ...V[]],
  { label, isHalf = false }: Common,
): FormField<V> => ({
  label,
  isHalf,
  render: ({ value, name }) => <SelectField label={label} name={name} options={options} defaultValue={value} />,
  read: (form, name) => options.find((option) => option === formText(form, name)) ?? options[0],
});

/** A count. What is not a number becomes 0. */
export const wholeNumber = ({ label, max, isHalf = false }: Common & { max: number }): FormField<number> => ({
  label,
  isHalf,
  render: ({ value = 0, name }) => (
    <TextField label={label} name={name} type="number" min={0} max={max} defaultValue={value} />
  ),
  read: (form, name) => Math.trunc(Number(formText(form, name))) || 0,
});

type NameOf<D> = keyof D & string;

const namesOf = <D extends object>(fields: FormFields<D>) => Object.keys(fields) as NameOf<D>[];

export const readDraft = <D extends object>(fields: FormFields<D>, form: FormData): D =>
  Object.fromEntries(namesOf(fields).map((name) => [name, fields[name].read(form, name)])) as D;

/** The labels of the fields, to compare two versions by. */
export const fieldLabels = <D extends object>(fields: FormFields<D>) =>
  Object.fromEntries(namesOf(fields).map((name) => [name, fields[name].label])) as { [K in keyof D]: string };

/** Pairs up neighbours of half the width. */
const inLines = <D extends object>(fields: FormFields<D>): NameOf<D>[][] => {
  const lines: NameOf<D>[][] = [];
  for (const name of namesOf(fields)) {
    const last = lines.at(-1);
    const [before] = last ?? [];
    if (last?.length === 1 && before && fields[before].isHalf && fields[name].isHalf) last.push(name);
    else lines.push([name]);
  }
  return lines;
};

interface RecordFieldsProps<D extends object> {
  fields: FormFields<D>;
  values: Partial<D> | null;
  /** Shown in empty fields, instead of their own placeholders. */
  placeholders?: { [K in keyof D]?: string };
}

export function RecordFields<D extends object>({ fields, values, placeholders = {} }: RecordFieldsProps<D>) {
  const render = (name: NameOf<D>) => (
    <Fragment key={name}>
      {fields[name].render({
        name,
        label: fields[name].label,
        value: values?.[name],
        placeholder: placeholders[name],
      })}
    </Fragment>
  );
  return inLines(fields).map((line) =>
    line.length === 1 ? (
      line.map(render)
    ) : (
      <div key={line.join()} className="grid gap-4 sm:grid-cols-2">
        {line.map(render)}
      </div>
    ),
  );
}

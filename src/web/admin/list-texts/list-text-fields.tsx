import { useEffect, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { type ListTextDraft, loadDefaultTexts } from '../kit/records/list-text.ts';

export const listTextLabels: { [K in keyof ListTextDraft]: string } = {
  title: 'Title',
  description: 'Description',
  introduction: 'Introduction',
};

export const listTextDraft = (form: FormData): ListTextDraft => ({
  title: formText(form, 'title'),
  description: formText(form, 'description'),
  introduction: formText(form, 'introduction'),
});

const noDefaults: ListTextDraft = { title: '', description: '', introduction: '' };

/** An empty field shows, as its placeholder, the default that the page then has. */
export function ListTextFields({ id, text }: { id: string; text: ListTextDraft | null }) {
  const [defaults, setDefaults] = useState(noDefaults);
  useEffect(() => {
    let isShown = true;
    loadDefaultTexts(id).then(
      (loaded) => isShown && setDefaults(loaded),
      // The fields can be filled in without knowing what they replace.
      (error: unknown) => console.warn(error),
    );
    return () => {
      isShown = false;
    };
  }, [id]);
  return (
    <>
      <p className="text-sm text-muted">
        An empty field shows the default in grey. It is made from the page’s own videos.
      </p>
      <TextField
        label={listTextLabels.title}
        name="title"
        maxLength={limits.listText.title}
        hint="In search results and the browser’s tab. The site’s name is added."
        placeholder={defaults.title}
        defaultValue={text?.title}
      />
      <TextAreaField
        label={listTextLabels.description}
        name="description"
        rows={3}
        maxLength={limits.listText.description}
        hint="In search results. 70 to 155 characters are shown in full."
        placeholder={defaults.description}
        defaultValue={text?.description}
      />
      <TextAreaField
        label={listTextLabels.introduction}
        name="introduction"
        rows={7}
        maxLength={limits.listText.introduction}
        hint="On the first page of the list. A blank line starts a new paragraph."
        placeholder={defaults.introduction}
        defaultValue={text?.introduction}
      />
    </>
  );
}

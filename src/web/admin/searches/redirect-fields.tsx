import { useId, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import { slugOf } from '#contract/values/slug.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form-text.ts';
import { useNameSuggestions } from '../kit/forms/use-name-suggestions.ts';
import type { SearchRedirectDraft } from '../kit/records/search-redirect.ts';

export const redirectLabels: { [K in keyof SearchRedirectDraft]: string } = { text: 'Search', path: 'Leads to' };

export const redirectDraft = (form: FormData): SearchRedirectDraft => ({
  text: formText(form, 'text'),
  path: formText(form, 'path'),
});

/** What is typed after the last slash is the name to suggest pages for. */
const nameIn = (path: string) => (path.split('/').at(-1) ?? '').replaceAll('-', ' ');

export function RedirectFields({ text, path }: SearchRedirectDraft) {
  const list = useId();
  const [typed, setTyped] = useState(path);
  const tags = useNameSuggestions('tag', nameIn(typed), []);
  const performers = useNameSuggestions('performer', nameIn(typed), []);
  const paths = [
    ...tags.map((name) => `/tag/${slugOf(name)}`),
    ...performers.map((name) => `/pornstar/${slugOf(name)}`),
  ];
  return (
    <>
      <TextField
        label={redirectLabels.text}
        name="text"
        required
        maxLength={limits.searchRedirects.text}
        hint="The whole text that visitors type. Case and accents do not matter."
        defaultValue={text}
      />
      <TextField
        label={redirectLabels.path}
        name="path"
        required
        maxLength={limits.searchRedirects.path}
        placeholder="/tag/rooftop"
        hint="A page of this site. Type the name of a tag or star to see its page."
        list={list}
        autoComplete="off"
        defaultValue={path}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {paths.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

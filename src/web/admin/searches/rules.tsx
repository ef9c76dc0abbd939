import { useId, useRef, useState } from 'react';
import type { SearchRedirectRecord, SynonymRecord } from '#contract/search.ts';
import { limits } from '#contract/values/fields.ts';
import { slugOf } from '#contract/values/names.ts';
import { dayLabel } from '../kit/format.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { formText, formTexts } from '../kit/forms/form.tsx';
import { NamesField, useNameSuggestions } from '../kit/forms/names-field.tsx';
import { labelOf } from '../kit/records/editable-names.ts';
import { type RecordCalls, type WithId, withId } from '../kit/records/record.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { actionsColumn, type Column } from '../kit/table/columns.tsx';
import { RowActions } from '../kit/table/row-actions.tsx';

interface RuleActions<R> {
  onEdit: (record: R) => void;
  onDelete: (record: R) => void;
}

const changedColumn = <R extends { updatedAt: string }>(): Column<R> => ({
  id: 'updated',
  header: 'Last updated',
  className: 'md:w-px whitespace-nowrap',
  phone: 'detail',
  cell: (row) => dayLabel(row.updatedAt),
});

export const synonymColumns = ({ onEdit, onDelete }: RuleActions<Synonym>): Column<Synonym>[] => [
  {
    id: 'words',
    header: 'Words that find each other',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="[overflow-wrap:anywhere]">{row.words.join(' = ')}</bdi>,
  },
  changedColumn(),
  actionsColumn((synonym) => (
    <RowActions name={synonym.words.join(' = ')} onEdit={() => onEdit(synonym)} onDelete={() => onDelete(synonym)} />
  )),
];

export const redirectColumns = ({ onEdit, onDelete }: RuleActions<SearchRedirect>): Column<SearchRedirect>[] => [
  {
    id: 'text',
    header: 'Search',
    className: 'font-medium',
    phone: 'title',
    cell: (row) => <bdi className="[overflow-wrap:anywhere]">{row.text}</bdi>,
  },
  {
    id: 'path',
    header: 'Leads to',
    phone: 'detail',
    cell: (row) => (
      <a
        href={row.path}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-8 items-center text-accent [overflow-wrap:anywhere] hover:underline"
      >
        {row.path}
      </a>
    ),
  },
  changedColumn(),
  actionsColumn((redirect) => (
    <RowActions name={redirect.text} onEdit={() => onEdit(redirect)} onDelete={() => onDelete(redirect)} />
  )),
];

export const redirectLabels: { [K in keyof SearchRedirectDraft]: string } = { text: 'Search', path: 'Leads to' };

export const redirectDraft = (form: FormData): SearchRedirectDraft => formTexts(form, 'text', 'path');

/** The text after the last slash, to suggest pages for. */
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
        hint="The full text that visitors type. Case and accents do not matter."
        defaultValue={text}
      />
      <TextField
        label={redirectLabels.path}
        name="path"
        required
        maxLength={limits.searchRedirects.path}
        placeholder="/tag/rooftop"
        hint="A page of this site. Type a tag or star to see suggestions."
        list={list}
        autoComplete="off"
        defaultValue={path}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {paths.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}

export const synonymLabels: { [K in keyof SynonymDraft]: string } = { words: 'Words and phrases' };

/** Suggested tags are slugs; synonyms need the words that people type. */
export const synonymDraft = (form: FormData): SynonymDraft => ({
  words: formText(form, 'words')
    .split('\n')
    .filter((word) => word !== '')
    .map((word) => labelOf('tag', word)),
});

export function SynonymFields({ words: initial }: SynonymDraft) {
  const [words, setWords] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);

  /** Copies the words and the text typed so far to a hidden field, because the form reads the DOM. */
  const change = (changed: string[], typed: string) => {
    setWords(changed);
    if (!field.current) return;
    field.current.value = [...changed, typed.trim()].filter((word) => word !== '').join('\n');
    field.current.dispatchEvent(new Event('input', { bubbles: true }));
  };

  return (
    <>
      <p className="text-sm text-muted">
        Visitors who search for one of these also find videos with the others. Tags are suggested as you type.
      </p>
      <NamesField
        name="words"
        label={synonymLabels.words}
        listLabel="Words that find each other"
        kind="tag"
        noun="word or phrase"
        maxLength={limits.synonyms.word}
        names={words}
        maxNames={limits.synonyms.words}
        onChange={change}
        onType={(typed) => change(words, typed)}
      />
      <textarea ref={field} hidden readOnly name="words" defaultValue={initial.join('\n')} />
    </>
  );
}

export type SearchRedirect = WithId<SearchRedirectRecord>;
type SearchRedirectDraft = Pick<SearchRedirect, 'text' | 'path'>;

export const loadSearchRedirects = async (query: { page: number; limit: number; search: string }) => {
  const { redirects, pagination } = await adminClient.getSearchRedirects({ query });
  return { redirects: redirects.map(withId), pagination };
};

export const searchRedirectCalls: RecordCalls<SearchRedirect, SearchRedirectDraft> = {
  drafts: 'redirect',
  add: async (body) => withId((await adminClient.addSearchRedirect({ body })).redirect),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateSearchRedirect({ params: { id }, body: { ...draft, version } })).redirect),
  remove: ({ id, version }) => adminClient.deleteSearchRedirect({ params: { id }, body: { version } }),
  fromWire: (record: SearchRedirectRecord) => withId(record),
  uniqueField: 'text',
};

export type Synonym = WithId<SynonymRecord>;
type SynonymDraft = Pick<Synonym, 'words'>;

export const loadSynonyms = async (query: { page: number; limit: number; search: string }) => {
  const { synonyms, pagination } = await adminClient.getSynonyms({ query });
  return { synonyms: synonyms.map(withId), pagination };
};

export const synonymCalls: RecordCalls<Synonym, SynonymDraft> = {
  drafts: 'synonym',
  add: async (body) => withId((await adminClient.addSynonym({ body })).synonym),
  update: async ({ id, version }, draft) =>
    withId((await adminClient.updateSynonym({ params: { id }, body: { ...draft, version } })).synonym),
  remove: ({ id, version }) => adminClient.deleteSynonym({ params: { id }, body: { version } }),
  fromWire: (record: SynonymRecord) => withId(record),
};

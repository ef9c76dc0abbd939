import { useId, useRef, useState } from 'react';
import type { SearchRedirectRecord, SynonymRecord } from '#contract/search.ts';
import { limits } from '#contract/values/fields.ts';
import { slugOf } from '#contract/values/names.ts';
import { TextField } from '../kit/forms/fields.tsx';
import { formText } from '../kit/forms/form.tsx';
import { NamesField, useNameSuggestions } from '../kit/forms/names-field.tsx';
import { labelOf } from '../kit/records/editable-names.ts';
import { text } from '../kit/records/form-fields.tsx';
import { type DraftOf, directoryCalls, type WithId } from '../kit/records/record.ts';
import type { RecordKind } from '../kit/records/record-kind.ts';
import { adminClient } from '../kit/session/admin-client.ts';
import { dayColumn, nameColumn } from '../kit/table/columns.tsx';

export type SearchRedirect = WithId<SearchRedirectRecord>;
export type Synonym = WithId<SynonymRecord>;

/** The text after the last slash, to suggest pages for. */
const nameIn = (path: string) => (path.split('/').at(-1) ?? '').replaceAll('-', ' ');

interface PathFieldProps {
  name: string;
  label: string;
  path: string;
}

/** The path of a page. Suggests those of tags and stars. */
function PathField({ name, label, path }: PathFieldProps) {
  const list = useId();
  const [typed, setTyped] = useState(path);
  const tags = useNameSuggestions('tag', nameIn(typed), []);
  const performers = useNameSuggestions('performer', nameIn(typed), []);
  const paths = [
    ...tags.map((tag) => `/tag/${slugOf(tag)}`),
    ...performers.map((performer) => `/pornstar/${slugOf(performer)}`),
  ];
  return (
    <>
      <TextField
        label={label}
        name={name}
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

export const redirects: RecordKind<SearchRedirect, DraftOf<'addSearchRedirect'>> = {
  words: {
    title: 'Searches',
    list: 'Redirects',
    search: 'Find redirects',
    failed: 'Failed to fetch searches',
    empty: { title: 'No redirects yet', note: 'A redirect sends a search to a page, such as that of a tag.' },
    add: { button: 'Add redirect', title: 'Add redirect', submit: 'Add redirect' },
    edit: { title: 'Edit redirect', submit: 'Save redirect' },
    noun: 'Redirect',
    deleteQuestion: 'Delete this redirect? The search will show its results again.',
    deletedMessage: 'Redirect deleted.',
  },
  calls: directoryCalls({
    drafts: 'redirect',
    many: 'redirects',
    one: 'redirect',
    uniqueField: 'text',
    list: adminClient.getSearchRedirects,
    add: adminClient.addSearchRedirect,
    update: adminClient.updateSearchRedirect,
    remove: adminClient.deleteSearchRedirect,
  }),
  pageSize: 20,
  nameOf: ({ text }) => text,
  columns: [
    nameColumn('text', 'Search', '[overflow-wrap:anywhere]'),
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
    dayColumn('updatedAt', 'Last updated', 'detail', 'md:w-px whitespace-nowrap'),
  ],
  fields: {
    text: text({
      label: 'Search',
      required: true,
      maxLength: limits.searchRedirects.text,
      hint: 'The full text that visitors type. Case and accents do not matter.',
    }),
    path: {
      label: 'Leads to',
      render: ({ name, label, value = '' }) => <PathField name={name} label={label} path={value} />,
      read: formText,
    },
  },
};

interface WordsFieldProps {
  name: string;
  label: string;
  initial: string[];
}

function WordsField({ name, label, initial }: WordsFieldProps) {
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
        name={name}
        label={label}
        listLabel="Words that find each other"
        kind="tag"
        noun="word or phrase"
        maxLength={limits.synonyms.word}
        names={words}
        maxNames={limits.synonyms.words}
        missing={undefined}
        onChange={change}
        onType={(typed) => change(words, typed)}
      />
      <textarea ref={field} hidden readOnly name={name} defaultValue={initial.join('\n')} />
    </>
  );
}

const wordsOf = ({ words }: DraftOf<'addSynonym'>) => words.join(' = ');

export const synonyms: RecordKind<Synonym, DraftOf<'addSynonym'>> = {
  words: {
    title: 'Searches',
    list: 'Synonyms',
    search: 'Find synonyms',
    failed: 'Failed to fetch searches',
    empty: { title: 'No synonyms yet', note: 'Synonyms find each other: “car” also finds “auto”.' },
    add: { button: 'Add synonym', title: 'Add synonym', submit: 'Add synonym' },
    edit: { title: 'Edit synonym', submit: 'Save synonym' },
    noun: 'Synonym',
    deleteQuestion: 'Delete this synonym? These words will no longer find each other.',
    deletedMessage: 'Synonym deleted.',
  },
  calls: directoryCalls({
    drafts: 'synonym',
    many: 'synonyms',
    one: 'synonym',
    list: adminClient.getSynonyms,
    add: adminClient.addSynonym,
    update: adminClient.updateSynonym,
    remove: adminClient.deleteSynonym,
  }),
  pageSize: 20,
  nameOf: wordsOf,
  columns: [
    {
      id: 'words',
      header: 'Words that find each other',
      className: 'font-medium',
      phone: 'title',
      cell: (row) => <bdi className="[overflow-wrap:anywhere]">{wordsOf(row)}</bdi>,
    },
    dayColumn('updatedAt', 'Last updated', 'detail', 'md:w-px whitespace-nowrap'),
  ],
  fields: {
    words: {
      label: 'Words and phrases',
      render: ({ name, label, value = [] }) => <WordsField name={name} label={label} initial={value} />,
      // Suggested tags are slugs; synonyms need the words that people type.
      read: (form, name) =>
        formText(form, name)
          .split('\n')
          .filter((word) => word !== '')
          .map((word) => labelOf('tag', word)),
    },
  },
};

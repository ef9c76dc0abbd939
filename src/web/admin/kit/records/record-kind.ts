import type { ReactNode } from 'react';
import type { AuditEntity } from '#contract/values/audit.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import { loadPage, pageOf, searchOf } from '../lists/pages.tsx';
import type { Loaded } from '../session/failure.ts';
import type { Column } from '../table/columns.tsx';
import type { FormFields } from './form-fields.tsx';
import { type ListedCalls, type ListQuery, noPages, type RecordPage, type Versioned } from './record.ts';

/** The texts of a screen. Those of most kinds follow from the kind's name: see `wordsFor`. */
export interface RecordWords {
  title: string;
  /** The accessible name of the list. */
  list: string;
  search: string;
  failed: string;
  empty: { title: string; note?: string };
  /** Omitted for records that always exist. */
  add?: { button: string; title: string; submit: string };
  edit: { title: string; submit: string };
  /** The word for a record in messages, capitalised. */
  noun: string;
  deleteQuestion: string;
  /** The button that confirms the question; 'Delete' if omitted. */
  confirmLabel?: string;
  deletedMessage?: string;
}

interface Names {
  /** As in “Are you sure you want to delete this channel?” */
  one: string;
  many: string;
  /** As in headings and buttons: “Add New Channel”. */
  title: { one: string; many: string };
  /** As in short buttons; `title.one` if omitted. */
  short?: string;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The texts of a kind of record that is managed on a screen of its own. */
export const wordsFor = ({ one, many, title, short = title.one }: Names): RecordWords => ({
  title: `Manage ${title.many}`,
  list: capitalized(many),
  search: `Search ${many}`,
  failed: `Failed to fetch ${many}`,
  empty: { title: `No ${many} found`, note: `Add your first ${one} to get started.` },
  add: { button: `Add New ${short}`, title: `Add New ${title.one}`, submit: `Add ${short}` },
  edit: { title: `Edit ${title.one}`, submit: `Update ${short}` },
  noun: capitalized(one),
  deleteQuestion: `Are you sure you want to delete this ${one}?`,
});

/** What the row of a record can do. */
export interface RowTools<R> {
  edit: (record: R) => void;
  remove: (record: R) => void;
}

/**
 * Describes a kind of records: the list with its search, pages and empty state, the form with its drafts and
 * conflicts, and deleting with its question and its undo are made from this.
 */
export type RecordKind<R extends Versioned & D, D extends object> = DescribedRecord<R, D> & Rows<R>;

type Rows<R> =
  /** The columns before the actions. */
  | { columns: Column<R>[]; cardOf?: undefined }
  /** Shows the records as cards. */
  | { columns?: undefined; cardOf: (record: R, actions: ReactNode) => ReactNode };

interface DescribedRecord<R extends Versioned & D, D extends object> {
  words: RecordWords;
  calls: ListedCalls<R, D>;
  fields: FormFields<D>;
  /** Renders the fields with their initial values, if the form of a record shows more than them. */
  formOf?: (values: Partial<D> | null, record: R | null) => ReactNode;
  /** Replaces the title of the form of an existing record. */
  formTitleOf?: (record: R) => string;
  /** The name of a record or draft in messages and labels. */
  nameOf: (record: D) => string;
  /** Replaces the buttons History, Edit and Delete. */
  actionsOf?: (record: R, tools: RowTools<R>) => ReactNode;
  /** The name in the audit log; adds a link to the history of each record. */
  history?: AuditEntity;
  /** The list of deleted records to restore from; without it, deleting can't be undone. */
  deletedKind?: DeletedKind;
  pageSize: number;
}

export interface LoadedRecords<R> {
  page: number;
  search: string;
  list: Loaded<RecordPage<R>>;
}

/** Loads the page and search in a URL. `list` replaces the kind's call, for lists with more filters. */
export const loadRecords = async <R extends Versioned & D, D extends object>(
  { calls, words, pageSize }: RecordKind<R, D>,
  url: URL,
  list: (query: ListQuery) => Promise<RecordPage<R>> = calls.list,
): Promise<LoadedRecords<R>> => {
  const query = { page: pageOf(url), limit: pageSize, search: searchOf(url) };
  const nothing = { records: [], pagination: noPages };
  return { page: query.page, search: query.search, list: await loadPage(url, list(query), nothing, words.failed) };
};

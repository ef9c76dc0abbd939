import type { Format, ImportSourceRecord, Mapping, Policies, Rules } from '#contract/import-sources.ts';
import type { FeedPreview, ImportProblem, ImportRecord, ImportRowRecord } from '#contract/imports.ts';
import type { ListedOutcome } from '#contract/values/imports.ts';
import { type Versioned, type WithId, withId } from '../kit/records/record.ts';
import { adminClient, plainClient } from '../kit/session/admin-client.ts';
import { failureMessage, isNotFound, type Loaded } from '../kit/session/failure.ts';

export type Import = Omit<WithId<ImportRecord>, 'source'> & { source: { id: string; name: string } };
export type ImportRow = ImportRowRecord;
export type { FeedPreview };

export const fromWire = (record: ImportRecord): Import => ({ ...withId(record), source: withId(record.source) });

type Paging = { page: number; limit: number };

export const loadImports = async (query: Paging & { source: string }) => {
  const { imports, pagination } = await adminClient.getImports({ query });
  return { imports: imports.map(fromWire), pagination };
};

export const loadImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.getImport({ params: { id } })).import);

/** For polling: unlike adminClient, plainClient doesn’t open a sign-in dialog when the session has ended. */
export const pollImport = async (id: string): Promise<Import> =>
  fromWire((await plainClient.getImport({ params: { id } })).import);

export const importEventsUrl = (id: string) => `/api/imports/${id}/events`;

export const startUpload = async (source: string, file: File): Promise<Import> =>
  fromWire((await adminClient.startUpload({ body: { source, fileName: file.name, bytes: file.size } })).import);

export const sendUploadPart = async (id: string, offset: number, part: Blob): Promise<Import> => {
  const form = new FormData();
  form.append('part', part, 'part');
  return fromWire((await adminClient.sendUploadPart({ params: { id }, query: { offset }, form })).import);
};

export const importFromUrl = async (source: string, url: string): Promise<Import> =>
  fromWire((await adminClient.importFromUrl({ body: { source, url } })).import);

export const previewImport = async (id: string, settings: Partial<ImportSettingsDraft>): Promise<FeedPreview> => {
  const { format, mapping, rules } = settings;
  const body = { ...(format ? { format } : {}), ...(mapping ? { mapping } : {}), ...(rules ? { rules } : {}) };
  return (await adminClient.previewImport({ params: { id }, body })).preview;
};

export const checkImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.checkImport({ params: { id } })).import);

/** `takeDown` is the number of posts that a main admin has agreed to take down. */
export const runImport = async (id: string, takeDown?: number): Promise<Import> =>
  fromWire((await adminClient.runImport({ params: { id }, body: takeDown === undefined ? {} : { takeDown } })).import);

export const stopImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.stopImport({ params: { id } })).import);

export const undoImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.undoImport({ params: { id } })).import);

export const discardImport = (id: string) => adminClient.discardImport({ params: { id } });

export const loadImportProblems = async (id: string): Promise<ImportProblem[]> =>
  (await adminClient.getImportProblems({ params: { id } })).problems;

export interface ImportRows {
  rows: ImportRow[];
  next: string | null;
}

export const loadImportRows = async (
  id: string,
  query: { outcome: ListedOutcome; after: string; limit: number },
): Promise<ImportRows> => {
  const { rows, next } = await adminClient.getImportRows({ params: { id }, query });
  return { rows, next };
};

export const importRowsUrl = (id: string, outcome: ListedOutcome) => `/api/imports/${id}/rows.csv?outcome=${outcome}`;

export type ImportSource = WithId<ImportSourceRecord>;

/** How a source’s rows are read and what is made of them. */
export interface ImportSettingsDraft {
  format: Format;
  mapping: Mapping;
  rules: Rules;
  policies: Policies;
}

export interface SourceEdit extends Partial<ImportSettingsDraft> {
  name?: string;
  url?: string;
  everyMinutes?: number | null;
}

export const sourceFromWire = (record: ImportSourceRecord): ImportSource => withId(record);

export const loadSources = async (): Promise<ImportSource[]> =>
  (await adminClient.getImportSources()).sources.map(sourceFromWire);

export const loadSource = async (id: string): Promise<ImportSource> =>
  sourceFromWire((await adminClient.getImportSource({ params: { id } })).source);

export const addSource = async (name: string, url: string): Promise<ImportSource> =>
  sourceFromWire((await adminClient.addImportSource({ body: { name, url } })).source);

export const updateSource = async ({ id, version }: Versioned, edit: SourceEdit): Promise<ImportSource> =>
  sourceFromWire((await adminClient.updateImportSource({ params: { id }, body: { version, ...edit } })).source);

export const fetchSource = (id: string) => adminClient.fetchImportSource({ params: { id } });

/** A blank secret removes the login. */
export const setSourceLogin = ({ id, version }: Versioned, username: string, secret: string) =>
  adminClient.setImportSourceLogin({ params: { id }, body: { version, username, secret } });

export const deleteSource = (id: string) => adminClient.deleteImportSource({ params: { id } });

export interface LoadedRecord<T> extends Loaded<T | null> {
  /** There is no such record, so a retry is pointless. */
  isMissing: boolean;
}

/** Loads a screen’s record by the id in its URL, which may be malformed. */
export const loadRecord = async <T>(
  id: string,
  load: (id: string) => Promise<T>,
  noun: string,
): Promise<LoadedRecord<T>> => {
  const missing = { data: null, problem: `There is no such ${noun}.`, isMissing: true };
  if (!/^\d{1,18}$/.test(id)) return missing;
  try {
    return { data: await load(id), isMissing: false };
  } catch (error) {
    if (isNotFound(error)) return missing;
    console.warn(error);
    return { data: null, problem: failureMessage(error, `Failed to fetch the ${noun}`), isMissing: false };
  }
};

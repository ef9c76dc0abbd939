import type { FeedPreview, ImportRecord, ImportRowRecord } from '#contract/import-records.ts';
import type { ListedOutcome } from '#contract/values/imports.ts';
import { adminClient, plainClient } from '../session/admin-client.ts';
import type { ImportSettingsDraft } from './import-source.ts';
import { type WithId, withId } from './record.ts';

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

/** By a clock: if the session has ended, it must not open a sign-in over what somebody is typing. */
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

/** `takeDown`: how many posts somebody has agreed to take down. */
export const runImport = async (id: string, takeDown?: number): Promise<Import> =>
  fromWire((await adminClient.runImport({ params: { id }, body: takeDown === undefined ? {} : { takeDown } })).import);

export const stopImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.stopImport({ params: { id } })).import);

export const undoImport = async (id: string): Promise<Import> =>
  fromWire((await adminClient.undoImport({ params: { id } })).import);

export const discardImport = (id: string) => adminClient.discardImport({ params: { id } });

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

import type { Format, Mapping, Policies, Rules } from '#contract/import-settings.ts';
import type { ImportSourceRecord } from '#contract/import-sources.ts';
import { adminClient } from '../session/admin-client.ts';
import { type Versioned, type WithId, withId } from './record.ts';

export type ImportSource = WithId<ImportSourceRecord>;

/** What the rows of a source are read and treated with. */
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

/** A blank secret forgets both. */
export const setSourceLogin = (id: string, username: string, secret: string) =>
  adminClient.setImportSourceLogin({ params: { id }, body: { username, secret } });

export const deleteSource = (id: string) => adminClient.deleteImportSource({ params: { id } });

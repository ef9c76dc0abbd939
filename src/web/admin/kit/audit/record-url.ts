import type { AuditEntity } from '#contract/values/audit.ts';
import { nameInEntry } from '#contract/values/audit-sentence.ts';
import type { AuditEntry } from '../records/audit-entry.ts';

const searched = (path: string, name: string | undefined) =>
  name === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(name)}`;

type UrlOf = (entry: AuditEntry, name: string | undefined) => string;

/** Where a record is edited. */
const urls: Partial<Record<AuditEntity, UrlOf>> = {
  video: ({ entityId }) => `/admin/posts?edit=${entityId}`,
  star: (_, name) => searched('/admin/stars', name),
  tag: (_, name) => searched('/admin/tags-list', name),
  network: (_, name) => searched('/admin/networks', name),
  channel: (_, name) => searched('/admin/channels', name),
  file_link: (_, name) => searched('/admin/terabox', name),
  mail: ({ entityId }) => `/admin/mail?open=${entityId}`,
  admin: () => '/admin/manage-admins',
  settings: () => '/admin/settings',
  list_text: () => '/admin/page-texts',
  synonym: () => '/admin/searches?tab=synonyms',
  search_redirect: () => '/admin/searches?tab=redirects',
  case: ({ entityId }) => `/admin/removals/${entityId}`,
  backup: () => '/admin/system',
};

/** Where a deleted record is restored. */
const deletedKinds: Partial<Record<AuditEntity, string>> = {
  video: 'posts',
  star: 'stars',
  network: 'networks',
  channel: 'channels',
  file_link: 'terabox',
};

/** The screen where the record of an entry is; undefined if there is none. */
export const recordUrl = (entry: AuditEntry): string | undefined => {
  const entity = entry.entity as AuditEntity;
  const name = nameInEntry(entry);
  const deletedKind = deletedKinds[entity];
  // What was refused when it was added has no id.
  if (entry.action === 'purge' || (entry.action === 'refuse' && entry.entityId === '0')) return undefined;
  if (entry.action === 'delete' && deletedKind) return searched(`/admin/deleted?kind=${deletedKind}`, name);
  return urls[entity]?.(entry, name);
};

import { Link } from 'react-router';
import type { AuditEntry as AuditEntryRecord } from '#contract/audit.ts';
import type { Role } from '#contract/values/accounts.ts';
import { type AuditEntity, auditSentence, changedFields, mayReadHistory, nameInEntry } from '#contract/values/audit.ts';
import { plural } from '../../components/format.ts';
import { momentLabel } from './format.ts';
import { type WithId, withId } from './records/record.ts';
import { adminClient } from './session/admin-client.ts';
import { actionsColumn, type Column } from './table/columns.tsx';
import { RowLink } from './table/row-actions.tsx';

export type AuditEntry = WithId<AuditEntryRecord>;

export interface AuditQuery {
  before?: string;
  limit?: number;
  adminId?: string;
  action?: string;
  entity?: string;
  entityId?: string;
  from?: string;
  to?: string;
  search?: string;
}

export const loadAudit = async (query: AuditQuery) => {
  const { entries, next } = await adminClient.getAudit({ query });
  return { entries: entries.map(withId), next };
};

/** The fields of a change, before and after. */
function EntryDetails({ entry }: { entry: AuditEntry }) {
  const fields = changedFields(entry);
  if (fields.length === 0) return null;
  return (
    <details className="max-md:w-full">
      <summary className="cursor-pointer rounded-sm whitespace-nowrap text-accent max-md:py-2.5">
        {plural(fields.length, 'field')}
      </summary>
      <dl className="mt-2 grid max-w-[520px] gap-2 text-[13px]">
        {fields.map((field) => (
          <div key={field.field}>
            <dt className="text-muted">{field.label}</dt>
            <dd dir="auto" className="[overflow-wrap:anywhere]">
              {field.before !== undefined && <del className="text-muted">{field.before}</del>}{' '}
              {field.after === undefined ? (
                <span className="text-muted">empty</span>
              ) : (
                <ins className="no-underline">{field.after}</ins>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const searched = (path: string, name: string | undefined) =>
  name === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}search=${encodeURIComponent(name)}`;

type UrlOf = (entry: AuditEntry, name: string | undefined) => string;

/** Where records are edited. */
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

/** The lists of deleted records, where they are restored. */
const deletedKinds: Partial<Record<AuditEntity, string>> = {
  video: 'posts',
  star: 'stars',
  network: 'networks',
  channel: 'channels',
  file_link: 'terabox',
};

const recordUrl = (entry: AuditEntry): string | undefined => {
  const entity = entry.entity as AuditEntity;
  const name = nameInEntry(entry);
  const deletedKind = deletedKinds[entity];
  // A record that was refused when it was added has no id.
  if (entry.action === 'purge' || (entry.action === 'refuse' && entry.entityId === '0')) return undefined;
  if (entry.action === 'delete' && deletedKind) return searched(`/admin/deleted?kind=${deletedKind}`, name);
  return urls[entity]?.(entry, name);
};

function EntrySentence({ entry }: { entry: AuditEntry }) {
  const { lead, record, rest } = auditSentence(entry);
  const url = record === '' ? undefined : recordUrl(entry);
  return (
    <span className="[overflow-wrap:anywhere]">
      {lead}
      {url === undefined ? (
        <bdi>{record}</bdi>
      ) : (
        <Link to={url} className="rounded-sm underline decoration-line underline-offset-4 hover:decoration-current">
          <bdi>{record}</bdi>
        </Link>
      )}
      {rest}
    </span>
  );
}

/** Entities that aren't a record with a history, but belong to one admin or the whole site. */
const withoutHistory = ['session', 'settings', 'authenticator_app', 'recovery_codes'];

/** The history of an entry's record, if there is one and the admin may read it. */
const historyUrl = ({ entity, entityId }: { entity: string; entityId: string }, role: Role): string | undefined => {
  if (withoutHistory.includes(entity) || entityId === '0') return undefined;
  if (!mayReadHistory(role, entity)) return undefined;
  return `/admin/history/${entity}/${entityId}`;
};

const when: Column<AuditEntry> = {
  id: 'at',
  header: 'When',
  className: 'text-muted whitespace-nowrap',
  phone: 'detail',
  cell: (row) => momentLabel(row.at),
};

const what: Column<AuditEntry> = {
  id: 'what',
  header: 'What',
  phone: 'title',
  cell: (row) => (
    <span>
      <b className="font-medium">{row.admin}</b> <EntrySentence entry={row} />
      {row.token !== null && (
        <span className="text-muted">
          {' '}
          with the API token “<bdi>{row.token}</bdi>”
        </span>
      )}
    </span>
  ),
};

const ip: Column<AuditEntry> = {
  id: 'ip',
  header: 'From',
  className: 'text-muted whitespace-nowrap',
  cell: (row) => row.ip ?? '',
};

const details: Column<AuditEntry> = {
  id: 'details',
  header: 'Changed',
  phone: 'below',
  cell: (row) => <EntryDetails entry={row} />,
};

/** For the history of one record, without links to histories. */
export const historyColumns: Column<AuditEntry>[] = [when, what, ip, details];

export const auditColumns = (role: Role): Column<AuditEntry>[] => [
  ...historyColumns,
  actionsColumn((entry) => {
    const url = historyUrl(entry, role);
    if (url === undefined) return null;
    return (
      <RowLink to={url} label={`History of ${auditSentence(entry).record}`}>
        History
      </RowLink>
    );
  }),
];

import { mayUse, type Role, type Section } from './accounts.ts';
import { type ExportFormat, exportFormatLabels } from './exports.ts';
import { fieldLabels } from './post-fields.ts';
import { flattenSettings, settingLabel } from './settings/settings.ts';
import { lowerFirst, upperFirst } from './text.ts';

/** Actions in the audit log. The database stores these words, so renaming one needs a migration. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
  'publish',
  'unpublish',
  'purge',
  'approve',
  'reject',
  'activate',
  'deactivate',
  'mark_paid',
  'end_free_days',
  'retry',
  'login',
  'failed_login',
  'failed_proof',
  'logout',
  'change_password',
  'reset_password',
  'end',
  'add',
  'remove',
  'renew',
  'reset_second_factor',
  'unlock_sign_in',
  'rename',
  'merge',
  'split',
  'stop',
  'undo',
  'refuse',
  'withhold',
  'release',
  'import',
  'decide',
  'ask',
  'export',
  'revoke',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Kinds of records in the audit log, stored like the actions. */
export const auditEntities = [
  'video',
  'star',
  'tag',
  'network',
  'channel',
  'file_link',
  'admin',
  'session',
  'authenticator_app',
  'passkey',
  'recovery_codes',
  'mail',
  'settings',
  'list_text',
  'synonym',
  'search_redirect',
  'backup',
  'bulk_change',
  'post_view',
  'case',
  'hash_list',
  'kept_link',
  'kept_picture',
  'block',
  'records',
  'import_source',
  'import',
  'api_token',
  'list',
  'link',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/**
 * The section whose roles read everyone’s changes of a kind of record: the one of the calls that show the record itself. What is “own” belongs
 * to one account, and is read by its admin and by main admins.
 */
const sectionByEntity: Record<AuditEntity, Section | 'own'> = {
  video: 'posts',
  records: 'posts',
  star: 'catalogue',
  tag: 'catalogue',
  list_text: 'catalogue',
  synonym: 'catalogue',
  search_redirect: 'catalogue',
  bulk_change: 'catalogue',
  import_source: 'catalogue',
  import: 'catalogue',
  link: 'catalogue',
  network: 'partners',
  channel: 'partners',
  file_link: 'partners',
  case: 'removals',
  hash_list: 'removals',
  kept_link: 'removals',
  kept_picture: 'removals',
  block: 'removals',
  mail: 'identities',
  settings: 'main_admin',
  backup: 'main_admin',
  admin: 'own',
  session: 'own',
  authenticator_app: 'own',
  passkey: 'own',
  recovery_codes: 'own',
  api_token: 'own',
  post_view: 'own',
  list: 'own',
};

const isAuditEntity = (entity: string): entity is AuditEntity => Object.hasOwn(sectionByEntity, entity);

/** Whether a role reads the history of a kind of record, with the changes of others. */
export const mayReadHistory = (role: Role, entity: string): boolean => {
  if (role === 'main_admin') return true;
  const section = isAuditEntity(entity) ? sectionByEntity[entity] : 'own';
  return section !== 'own' && mayUse(role, section);
};

/** The kinds of records in what a role reads of the log: somebody who got another role doesn't read on in the old section. */
export const entitiesOf = (role: Role): AuditEntity[] =>
  auditEntities.filter((entity) => sectionByEntity[entity] === 'own' || mayReadHistory(role, entity));

/** The admin id of changes without an account: by jobs, the command line, or a failed sign-in. */
export const noAccountId = '0';

/** Labels of fields whose names would not be understood. */
const labels: Record<string, string> = {
  links: 'All links',
  isActive: 'Active',
  moreUrls: 'More URLs',
  ...fieldLabels,
};

/** The label of a field of the audit log: 'imageUrl' as 'Image URL', 'expires_at' as 'Expires at'. */
export const fieldLabel = (field: string) => {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/\b(url|ip)\b/g, (word) => word.toUpperCase());
  return labels[field] ?? upperFirst(words);
};

/** These fields change with every save. */
const bookkeeping = ['version', 'updatedAt', 'updated_at'];

/** Puts the title or name first. PostgreSQL's jsonb orders keys by their length. */
const fieldOrder = (field: string) => (field === 'title' || field === 'name' ? 0 : 1);

/** A stored value in words; undefined if it is empty. */
export const valueInWords = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    const separator = value.some((item) => typeof item === 'object') ? '; ' : ', ';
    return value.map((item) => valueInWords(item) ?? 'none').join(separator) || undefined;
  }
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([field, each]) => `${fieldLabel(field)}: ${valueInWords(each) ?? 'none'}`)
    .join(', ');
};

export interface ChangedField {
  field: string;
  label: string;
  before: string | undefined;
  after: string | undefined;
}

/** An entry of the audit log, without who made the change. */
export interface AuditedChange {
  action: string;
  entity: string;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The fields whose values a change replaced, in words. */
export const changedFields = (entry: Pick<AuditedChange, 'entity' | 'before' | 'after'>): ChangedField[] => {
  const isSettings = entry.entity === 'settings';
  const [before, after] = [entry.before ?? {}, entry.after ?? {}].map((record) =>
    isSettings ? flattenSettings(record) : record,
  ) as [Record<string, unknown>, Record<string, unknown>];
  const labelOf = (field: string) => (isSettings ? settingLabel(field) : undefined) ?? fieldLabel(field);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !bookkeeping.includes(field))
    .sort((one, other) => fieldOrder(one) - fieldOrder(other))
    .map((field) => ({
      field,
      label: labelOf(field),
      before: valueInWords(before[field]),
      after: valueInWords(after[field]),
    }))
    .filter((field) => field.before !== field.after);
};

/** {} stands for the changed record. */
const sentences: Record<AuditAction, string> = {
  login: 'signed in',
  failed_login: 'failed to sign in as {}',
  failed_proof: 'failed to prove their identity',
  logout: 'signed out',
  change_password: 'changed their password',
  create: 'created {}',
  update: 'edited {}',
  delete: 'deleted {}',
  restore: 'restored {}',
  purge: 'permanently deleted {}',
  approve: 'approved {}',
  reject: 'rejected {}',
  activate: 'activated {}',
  deactivate: 'deactivated {}',
  mark_paid: 'marked {} as paid',
  end_free_days: 'ended the free period of {}',
  end: 'ended {}',
  retry: 'resent {}',
  stop: 'stopped {}',
  reset_password: 'reset the password of {}',
  add: 'added {}',
  remove: 'removed {}',
  renew: 'renewed {}',
  reset_second_factor: 'reset the second factor of {}',
  unlock_sign_in: 'let {} sign in again',
  rename: 'renamed {}',
  merge: 'merged {}',
  split: 'split {}',
  undo: 'undid a change of {}',
  import: 'imported {}',
  publish: 'published {}',
  unpublish: 'unpublished {}',
  refuse: 'was refused {}',
  withhold: 'withheld {}',
  release: 'released {}',
  decide: 'decided {}',
  ask: 'asked the reporter of {}',
  export: 'exported {}',
  revoke: 'revoked {}',
};

/** Overrides by action and entity. */
const specialSentences: Partial<Record<string, string>> = {
  'create block': 'blocked {}',
  'release block': 'lifted the block of {}',
  'create bulk_change': 'changed {} at once',
  'stop bulk_change': 'stopped a bulk change',
  'undo bulk_change': 'undid a bulk change of {}',
  'create import': 'imported a feed of {}',
  'stop import': 'stopped an import of {}',
  'undo import': 'undid an import of {}',
  'deactivate link': 'ignored {}',
  'activate link': 'resumed checking {}',
  'release link': 'trusted {}',
  'add case': 'wrote a note on {}',
  'undo case': 'withdrew the decision on {}',
};

const nouns: Partial<Record<AuditEntity, string>> = {
  video: 'post',
  bulk_change: 'bulk change',
  import: 'source',
  import_source: 'source',
  file_link: 'TeraBox link',
  mail: 'email',
  api_token: 'API token',
  list_text: 'texts of page',
  hash_list: 'hash list',
  kept_link: 'link that stays down',
  kept_picture: 'picture that stays down',
  post_view: 'saved view',
  search_redirect: 'redirect of search',
};

/** Records without a name, because there is only one of each per site or admin. */
const ownThings: Partial<Record<AuditEntity, string>> = {
  settings: 'the settings',
  authenticator_app: 'their authenticator app',
  recovery_codes: 'their recovery codes',
};

const spaced = (word: string) => word.replaceAll('_', ' ');

/** The readable name of an entity: 'TeraBox link'. */
export const entityNoun = (entity: string) => nouns[entity as AuditEntity] ?? spaced(entity);

/** The label of an action in filters: 'marked as paid'. */
export const actionLabel = (action: string) =>
  (sentences[action as AuditAction] ?? spaced(action))
    .replace(' as {}', '')
    .replace('{} ', '')
    .replace(/( of)? {}/, '');

/** Fields that name a record, as the audit log spells them. */
const nameFields = ['list', 'title', 'name', 'username', 'subject', 'text', 'words', 'names'];

const nameIn = (record: Record<string, unknown> | null) => {
  const name = nameFields
    .map((field) => record?.[field])
    .find((value) => typeof value === 'string' || (Array.isArray(value) && value.length > 0));
  return Array.isArray(name) ? name.join(' = ') : (name as string | undefined);
};

/** The record's name after the change, or before its deletion. Comes from the entry, since the record may be gone. */
export const nameInEntry = ({ before, after }: AuditedChange) => nameIn(after) ?? nameIn(before);

/** The entity id of a failed sign-in that named an account that doesn't exist. */
const unknownAccount = '0';

const postCount = ({ before, after }: AuditedChange) => {
  const count = Number((after ?? before)?.posts);
  return Number.isFinite(count) ? `${count.toLocaleString('en-US')} ${count === 1 ? 'post' : 'posts'}` : 'posts';
};

/** 'posts as CSV (1,234)'. */
const exportedIn = ({ after }: AuditedChange) => {
  const number = Number(after?.count);
  const format = exportFormatLabels[after?.format as ExportFormat] ?? 'a file';
  const name = String(after?.name ?? 'a list').replaceAll('-', ' ');
  return `${name} as ${format}${Number.isFinite(number) ? ` (${number.toLocaleString('en-US')})` : ''}`;
};

const takesOtherName = ({ action }: AuditedChange) => action === 'rename' || action === 'merge';

const recordIn = (entry: AuditedChange) => {
  const ownThing = ownThings[entry.entity as AuditEntity];
  if (ownThing !== undefined) return ownThing;
  if (entry.entity === 'bulk_change') return postCount(entry);
  if (entry.entity === 'list') return exportedIn(entry);
  if (entry.entity === 'link' && typeof entry.after?.host === 'string') return `all links of ${entry.after.host}`;
  if (entry.entity === 'records') return `records of ${postCount(entry)}`;
  if (entry.entity === 'admin' && entry.entityId === unknownAccount) return 'an unknown account';
  const name = takesOtherName(entry) ? (nameIn(entry.before) ?? nameIn(entry.after)) : nameInEntry(entry);
  if (name === undefined) return `${entityNoun(entry.entity)} ${entry.entityId}`;
  // Most changes are to posts, whose titles need no noun. Sentences about blocks already contain it.
  return entry.entity === 'video' || entry.entity === 'block' ? `“${name}”` : `${entityNoun(entry.entity)} “${name}”`;
};

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`;

/** The log combines the wrong passwords of an hour into one entry. */
const attemptsIn = ({ action, after }: AuditedChange) => {
  if (action !== 'failed_login' && action !== 'failed_proof') return '';
  const refused = Number(after?.refused) || 0;
  const ending = refused > 0 ? `, ${refused} refused without checking the password` : '';
  return ` (${count(Number(after?.attempts) || 1, 'attempt')}${ending})`;
};

/** For sign-ins with a second factor or passkey. */
const proofIn = ({ action, after }: AuditedChange) => {
  if (action !== 'login' || typeof after?.with !== 'string') return '';
  return ` with ${after.with === 'authenticator app' ? 'an' : 'a'} ${after.with}`;
};

const refusalIn = ({ action, after }: AuditedChange) =>
  action === 'refuse' && typeof after?.reason === 'string' ? `: ${after.reason}` : '';

const otherNameIn = (entry: AuditedChange) => {
  const [before, after] = [nameIn(entry.before), nameIn(entry.after)];
  if (!takesOtherName(entry) || before === undefined || after === undefined || before === after) return '';
  return ` ${entry.action === 'rename' ? 'to' : 'into'} “${after}”`;
};

const maxFields = 4;

const fieldsIn = (entry: AuditedChange) => {
  if (entry.action !== 'update' || !entry.before || !entry.after) return '';
  const labels = changedFields(entry).map(({ label }) => lowerFirst(label));
  if (labels.length === 0) return '';
  const more = labels.length - maxFields;
  return `: ${labels.slice(0, maxFields).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** What an admin did, to follow their name: 'edited “Glass and rain”: title, tags', split around the record's name. */
export const auditSentence = (entry: AuditedChange): { lead: string; record: string; rest: string } => {
  // A newer server may record an action that this page does not know.
  const sentence: string =
    specialSentences[`${entry.action} ${entry.entity}`] ??
    (sentences[entry.action as AuditAction] as string | undefined) ??
    `${spaced(entry.action)} {}`;
  const [lead = '', afterRecord = ''] = sentence.split('{}');
  const rest =
    afterRecord + otherNameIn(entry) + fieldsIn(entry) + attemptsIn(entry) + proofIn(entry) + refusalIn(entry);
  return { lead, record: sentence.includes('{}') ? recordIn(entry) : '', rest };
};

export const auditText = (entry: AuditedChange) => {
  const { lead, record, rest } = auditSentence(entry);
  return lead + record + rest;
};

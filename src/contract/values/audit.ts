/** What the audit log calls a change. Stored rows hold these words: rename one only with a migration. */
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
  'rename',
  'merge',
  'split',
  'stop',
  'undo',
  'refuse',
  'withhold',
  'release',
  'import',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What the audit log calls a changed record; stored like the actions. */
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
  'block',
  'records',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/** Kinds of records whose history every admin may read. Others are about accounts and the site itself. */
export const catalogueEntities: readonly AuditEntity[] = [
  'video',
  'star',
  'tag',
  'network',
  'channel',
  'file_link',
  'list_text',
  'synonym',
  'search_redirect',
  'bulk_change',
  'records',
];

/** Stands for changes without an account: by jobs, the command line, or somebody who failed to sign in. */
export const nobodysId = '0';

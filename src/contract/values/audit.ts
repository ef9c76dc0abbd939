/** What the audit log calls a change. Stored rows hold these words: rename one only with a migration. */
export const auditActions = [
  'create',
  'update',
  'delete',
  'restore',
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
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What the audit log calls a changed record; stored like the actions. */
export const auditEntities = [
  'video',
  'star',
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
] as const;
export type AuditEntity = (typeof auditEntities)[number];

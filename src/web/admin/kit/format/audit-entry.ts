import type { AuditAction, AuditEntity } from '#contract/values/audit.ts';
import { type AuditEntry, nameInEntry } from '../records/audit-entry.ts';

/** {} is replaced by the changed record. */
const sentences: Record<AuditAction, string> = {
  login: 'signed in',
  logout: 'signed out',
  change_password: 'changed their password',
  create: 'created {}',
  update: 'updated {}',
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
  reset_password: 'reset the password of {}',
};

const nouns: Partial<Record<AuditEntity, string>> = { file_link: 'TeraBox link', mail: 'email' };

const spaced = (word: string) => word.replaceAll('_', ' ');

const recordIn = (entry: AuditEntry) => {
  if (entry.entity === 'settings') return 'the settings';
  const name = nameInEntry(entry);
  const noun = nouns[entry.entity as AuditEntity] ?? spaced(entry.entity);
  return `${noun} ${entry.entityId}${name === undefined ? '' : ` “${name}”`}`;
};

/** What an admin did, to follow their name: 'updated video 12 “Glass and rain”'. */
export const describeEntry = (entry: AuditEntry) => {
  // A newer server may record an action that this page does not know.
  const sentence: string | undefined = sentences[entry.action as AuditAction];
  return (sentence ?? `${spaced(entry.action)} {}`).replace('{}', () => recordIn(entry));
};

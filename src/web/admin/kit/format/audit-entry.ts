import type { AuditAction, AuditEntity } from '#contract/values/audit.ts';
import { type AuditEntry, nameInEntry } from '../records/audit-entry.ts';
import { plural } from './plural.ts';

/** {} is replaced by the changed record. */
const sentences: Record<AuditAction, string> = {
  login: 'signed in',
  failed_login: 'failed to sign in as {}',
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

/** No record has this id: the sign-in named an account that does not exist. */
const unknownAccount = '0';

const recordIn = (entry: AuditEntry) => {
  if (entry.entity === 'settings') return 'the settings';
  if (entry.entityId === unknownAccount) return 'an unknown account';
  const name = nameInEntry(entry);
  const noun = nouns[entry.entity as AuditEntity] ?? spaced(entry.entity);
  return `${noun} ${entry.entityId}${name === undefined ? '' : ` “${name}”`}`;
};

/** Failed sign-ins of an hour are one entry. */
const countIn = ({ action, after }: AuditEntry) => {
  if (action !== 'failed_login') return '';
  const refused = Number(after?.refused) || 0;
  const ending = refused > 0 ? `, ${refused} refused without checking the password` : '';
  return ` (${plural(Number(after?.attempts) || 1, 'attempt')}${ending})`;
};

/** What an admin did, to follow their name: 'updated video 12 “Glass and rain”'. */
export const describeEntry = (entry: AuditEntry) => {
  // A newer server may record an action that this page does not know.
  const sentence: string | undefined = sentences[entry.action as AuditAction];
  return (sentence ?? `${spaced(entry.action)} {}`).replace('{}', () => recordIn(entry)) + countIn(entry);
};

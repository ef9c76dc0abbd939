import { type AuditEntry, nameInEntry } from '../records/audit-entry.ts';

/** Actions of an admin that need no object. */
const ownActions: Record<string, string> = {
  login: 'signed in',
  logout: 'signed out',
  change_password: 'changed their password',
};

/** {} is the changed record. */
const sentences: Record<string, string> = {
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
  expire: 'ended the free period of {}',
  end: 'ended {}',
  retry: 'resent {}',
  reset_password: 'reset the password of {}',
};

const nouns: Record<string, string> = { file_link: 'TeraBox link', mail: 'email' };

const spaced = (word: string) => word.replaceAll('_', ' ');

const recordIn = (entry: AuditEntry) => {
  if (entry.entity === 'settings') return 'the settings';
  const name = nameInEntry(entry);
  const noun = nouns[entry.entity] ?? spaced(entry.entity);
  return `${noun} ${entry.entityId}${name === undefined ? '' : ` “${name}”`}`;
};

/** What an admin did, to be read after the name: 'updated video 12 “Glass and rain”'. */
export const describeEntry = (entry: AuditEntry) => {
  const own = ownActions[entry.action];
  if (own) return own;
  const sentence = sentences[entry.action] ?? `${spaced(entry.action)} {}`;
  return sentence.replace('{}', () => recordIn(entry));
};

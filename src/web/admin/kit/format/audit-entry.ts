import type { AuditAction, AuditEntity } from '#contract/values/audit.ts';
import { plural } from '../../../components/format/plural.ts';
import { type AuditEntry, nameInEntry } from '../records/audit-entry.ts';

/** {} is replaced by the changed record. */
const sentences: Record<AuditAction, string> = {
  login: 'signed in',
  failed_login: 'failed to sign in as {}',
  failed_proof: 'failed to prove their identity',
  logout: 'signed out',
  change_password: 'changed their password',
  create: 'created {}',
  update: 'updated {}',
  delete: 'deleted {}',
  restore: 'restored {}',
  publish: 'published {}',
  unpublish: 'unpublished {}',
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
  rename: 'renamed {}',
  merge: 'merged {}',
  split: 'split {}',
  undo: 'undid a change of {}',
};

const nouns: Partial<Record<AuditEntity, string>> = {
  bulk_change: 'bulk change',
  file_link: 'TeraBox link',
  mail: 'email',
  list_text: 'texts of page',
  search_redirect: 'redirect of search',
};

/** Each admin has one of these, so they have no name of their own. */
const ownThings: Partial<Record<AuditEntity, string>> = {
  settings: 'the settings',
  authenticator_app: 'their authenticator app',
  recovery_codes: 'their recovery codes',
};

const spaced = (word: string) => word.replaceAll('_', ' ');

/** No record has this id: the sign-in named an account that does not exist. */
const unknownAccount = '0';

const recordIn = (entry: AuditEntry) => {
  const ownThing = ownThings[entry.entity as AuditEntity];
  if (ownThing !== undefined) return ownThing;
  if (entry.entityId === unknownAccount) return 'an unknown account';
  const name = nameInEntry(entry);
  const noun = nouns[entry.entity as AuditEntity] ?? spaced(entry.entity);
  return `${noun} ${entry.entityId}${name === undefined ? '' : ` “${name}”`}`;
};

/** Wrong passwords of an hour are one entry. */
const countIn = ({ action, after }: AuditEntry) => {
  if (action !== 'failed_login' && action !== 'failed_proof') return '';
  const refused = Number(after?.refused) || 0;
  const ending = refused > 0 ? `, ${refused} refused without checking the password` : '';
  return ` (${plural(Number(after?.attempts) || 1, 'attempt')}${ending})`;
};

/** Sign-ins with more than a password. */
const proofIn = ({ action, after }: AuditEntry) => {
  if (action !== 'login' || typeof after?.with !== 'string') return '';
  return ` with ${after.with === 'authenticator app' ? 'an' : 'a'} ${after.with}`;
};

/** What an admin did, to follow their name: 'updated video 12 “Glass and rain”'. */
export const describeEntry = (entry: AuditEntry) => {
  // A newer server may record an action that this page does not know.
  const sentence: string | undefined = sentences[entry.action as AuditAction];
  return (
    (sentence ?? `${spaced(entry.action)} {}`).replace('{}', () => recordIn(entry)) + countIn(entry) + proofIn(entry)
  );
};

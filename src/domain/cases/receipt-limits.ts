import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';

/** Mail services at which dots (and, for some, other signs) in the name lead to the same mailbox. */
const ignoredSigns: Record<string, RegExp> = {
  'gmail.com': /\./g,
  'proton.me': /[._-]/g,
};
/** Other domains of the same services. */
const sameService: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'protonmail.ch': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'ya.ru': 'yandex.ru',
  'yandex.by': 'yandex.ru',
  'yandex.com': 'yandex.ru',
  'yandex.com.tr': 'yandex.ru',
  'yandex.kz': 'yandex.ru',
  'yandex.ua': 'yandex.ru',
};

/**
 * The same text for every spelling of an email that leads to one mailbox: case, width, "+tag", and dots where the service ignores
 * them. For limits only: mail goes to what was entered, because other services may tell the spellings apart.
 */
export const normalizeMailbox = (email: string): string => {
  const text = email.normalize('NFKC').trim().toLowerCase();
  const at = text.lastIndexOf('@');
  if (at < 0) return text;
  const written = text.slice(at + 1).replace(/\.+$/, '');
  const host = domainToASCII(written) || written;
  const domain = sameService[host] ?? host;
  const plain = text.slice(0, at).replace(/(?<=.)\+.*$/, '');
  const ignored = ignoredSigns[domain];
  return `${ignored ? plain.replace(ignored, '') : plain}@${domain}`;
};

/** Anybody can enter anybody's email, so each mailbox gets at most this many receipts a day. */
const receiptsPerDay = 5;

/**
 * Nobody has confirmed these emails, so the whole site sends at most this many an hour. Browsers that did the proof of work have room of
 * their own. The case and its number are on the reporter's screen anyway.
 */
export const receiptsPerHour = { withProof: 300, withoutProof: 60 } as const;

const hashOf = (email: string) => createHash('sha256').update(normalizeMailbox(email)).digest();

/** Counts a receipt to an email. Returns false if its mailbox or the site has had as many as it may. */
export const countReceipt = async (tx: Tx, email: string, hasProof: boolean): Promise<boolean> => {
  // One at a time, so that concurrent notices cannot exceed a limit together.
  await sql`select pg_advisory_xact_lock(hashtext('receipt'))`.execute(tx);
  const mailbox = hashOf(email);
  const { rows } = await sql<{ today: number; thisHour: number }>`
    select
      (select count(*)::int from receipts where mailbox = ${mailbox} and sent_at > now() - interval '1 day') as today,
      (select count(*)::int from receipts
        where has_proof = ${hasProof} and sent_at > now() - interval '1 hour') as "thisHour"`.execute(tx);
  const { today = 0, thisHour = 0 } = rows[0] ?? {};
  if (today >= receiptsPerDay || thisHour >= receiptsPerHour[hasProof ? 'withProof' : 'withoutProof']) return false;
  await tx.insertInto('receipts').values({ mailbox, has_proof: hasProof }).execute();
  return true;
};

export const pruneReceipts = (db: Db) => sql`delete from receipts where sent_at < now() - interval '1 day'`.execute(db);

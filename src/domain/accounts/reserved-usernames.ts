import { commandLine, somebody, system } from '#domain/audit/record-change.ts';
import { nameSkeleton } from './look-alikes.ts';

/** Read as nobody in particular, beside the names that the audit log has for others than admins. */
const likewise = ['Someone', 'Anybody', 'Anyone', 'Nobody', 'Unknown', 'Anonymous', 'Main admin'];

const digits: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 5: 's' };

/** Folds more than two usernames need to differ in: accents, digits, I and l, rn and m, and what separates words. */
const folded = (name: string) =>
  nameSkeleton(name)
    .normalize('NFKD')
    .replace(/[\p{M} ._-]/gu, '')
    .replace(/[0135]/g, (digit) => digits[digit] ?? digit)
    .replaceAll('i', 'l')
    .replaceAll('rn', 'm');

const reserved = new Set([system.admin, commandLine.admin, somebody, ...likewise].map(folded));

/** Whether a reader of the audit log could take this admin for the site itself, or for nobody. */
export const isReservedUsername = (username: string): boolean => reserved.has(folded(username));

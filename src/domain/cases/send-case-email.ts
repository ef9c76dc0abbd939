import type { Tx } from '#db/database.ts';
import { type NewMessage, queueMessage } from '#domain/mail/outbox.ts';
import { addEntry } from './add-entry.ts';

/** Queues an email to the reporter, if they gave an email, and notes it in the history. */
export const sendCaseEmail = async (tx: Tx, caseId: number, message: NewMessage): Promise<void> => {
  if (message.recipient === '' || !(await queueMessage(tx, message))) return;
  await addEntry(tx, caseId, { kind: 'email', text: `${message.subject} (to ${message.recipient})`, isPublic: false });
};

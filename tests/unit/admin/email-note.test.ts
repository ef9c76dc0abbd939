import { expect, it } from 'vitest';
import { emailNote } from '#web/admin/removals/email-note.ts';

const known = {
  reporterEmail: 'ida@example.com',
  hasReporterEmail: true,
  isReporterHidden: false,
  erasedAt: null,
  sendsMail: true,
};
const hidden = { isReporterHidden: true, reporterEmail: '' };
const none = { hasReporterEmail: false, reporterEmail: '' };

it.each([
  ['who is seen', {}, 'ida@example.com gets an email with the reason.'],
  ['who is hidden', hidden, 'The reporter gets an email with the reason.'],
  ['without an email', none, 'The reporter gave no email and sees it only on the status page.'],
  [
    'who is hidden, without an email',
    { ...hidden, ...none },
    'The reporter gave no email and sees it only on the status page.',
  ],
  [
    'of a site without a mail server',
    { ...hidden, sendsMail: false },
    'The site has no mail server: the reporter sees it only on the status page.',
  ],
  [
    'who was erased',
    { ...none, erasedAt: '2026-01-31T00:00:00Z' },
    'The reporter’s email was erased: they see it only on the status page.',
  ],
])('what a reporter %s learns', (_, more, note) => {
  expect(emailNote({ ...known, ...more }, 'the reason')).toBe(note);
});

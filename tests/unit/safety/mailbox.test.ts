import { expect, it } from 'vitest';
import { normalizeMailbox } from '#domain/cases/mailboxes.ts';

it.each([
  ['ida.example@gmail.com', 'idaexample@gmail.com'],
  ['I.D.A.Example@GMail.com', 'idaexample@gmail.com'],
  ['idaexample+marquee@gmail.com', 'idaexample@gmail.com'],
  ['ida.example+a+b@googlemail.com', 'idaexample@gmail.com'],
  ['ｉｄａ.example@gmail.com', 'idaexample@gmail.com'],
  ['ida_ex-ample@pm.me', 'idaexample@proton.me'],
  ['Ida.Example+1@Example.COM', 'ida.example@example.com'],
  ['ida@Straße.example', 'ida@xn--strae-oqa.example'],
  ['ida@xn--strae-oqa.example', 'ida@xn--strae-oqa.example'],
  ['+only@example.com', '+only@example.com'],
])('%s counts as %s', (email, mailbox) => expect(normalizeMailbox(email)).toBe(mailbox));

it('other people have other mailboxes', () => {
  const emails = [
    'ida@example.com',
    'i.da@example.com',
    'ida-b@example.com',
    'ida@mail.example.com',
    'ida@example.org',
  ];
  expect(new Set(emails.map(normalizeMailbox)).size).toBe(emails.length);
});

import { expect, it } from 'vitest';
import { hideSecrets } from '#cli/doctor.ts';

it('no secret of the environment is printed', () => {
  const environment = {
    DATABASE_URL: 'postgres://marquee:tea%20leaves@a:5432,b:5432/marquee',
    SMTP_URL: 'smtp://sender:postman@mail.example.com',
    SECRET_KEY: 'a1'.repeat(32),
    SITE_URL: 'https://example.com',
  };
  const sentence = `tea%20leaves, tea leaves, postman and ${'a1'.repeat(32)} of https://example.com`;
  const check = { part: 'Mail', state: 'failure', sentence, whatToDo: 'Change postman.' } as const;
  expect(hideSecrets(check, environment)).toEqual({
    part: 'Mail',
    state: 'failure',
    sentence: '…, …, … and … of https://example.com',
    whatToDo: 'Change ….',
  });
});

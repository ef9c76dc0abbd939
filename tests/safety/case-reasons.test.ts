/** The texts that admins start from when they write to reporters. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CaseReason, caseKinds, reasonDecisions, reasonsFor } from '#contract/values/cases.ts';
import { callerOf, createSignedInAdmin } from '../support/sign-in.ts';
import { startTestSite, type TestSite } from '../support/site.ts';

let site: TestSite;
let main: ReturnType<typeof callerOf>;
let admin: ReturnType<typeof callerOf>;
beforeAll(async () => {
  site = await startTestSite();
  main = callerOf(site, (await createSignedInAdmin(site, 'main_admin')).cookie);
  admin = callerOf(site, (await createSignedInAdmin(site, 'admin')).cookie);
});
afterAll(() => site.stop());

const none = { remove: [], keep: [], ask: [] };
const reason: CaseReason = { kind: 'copyright', title: 'Ours', text: 'The harbour board allows it.' };
const save = (caseReasons: object) => main('PUT', '/settings', { caseReasons });

it('a new site has some for every kind of notice and every decision', async () => {
  const { caseReasons } = (await admin('GET', '/settings')).json();
  for (const decision of reasonDecisions)
    for (const kind of caseKinds)
      expect(reasonsFor(caseReasons[decision], kind).length, `${decision} ${kind}`).toBeGreaterThan(0);
});

it('are changed by main admins, for all admins, and may be none at all', async () => {
  expect((await save({ ...none, ask: [reason] })).statusCode).toBe(200);
  expect((await admin('GET', '/settings')).json().caseReasons).toEqual({ ...none, ask: [reason] });
});

it.each([
  ['too many', Array.from({ length: 31 }, () => reason)],
  ['too long', [{ ...reason, text: 'x'.repeat(2001) }]],
  ['without a title', [{ ...reason, title: ' ' }]],
  ['with a title of two lines', [{ ...reason, title: 'One\nTwo' }]],
  ['about an unknown kind', [{ ...reason, kind: 'weather' }]],
])('%s are refused with a sentence', async (_, keep) => {
  const refused = await save({ ...none, keep });
  expect(refused.statusCode).toBe(400);
  expect(refused.json().message).toMatch(/^[A-Z].*\.$/);
  expect(Object.keys(refused.json().fields)[0]).toMatch(/^caseReasons\.keep/);
});

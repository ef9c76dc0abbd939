/** Which emails that ask to confirm a mailbox are sent, and what is said about the others. */
import { describe, expect, it } from 'vitest';
import { type ConfirmationsSent, refusalOf } from '#domain/cases/confirmation-limits.ts';

const none: ConfirmationsSent = { ofCase: 0, ofMailboxHere: 0, ofMailbox: 0, ofNetworkUnproved: 0, ofSite: 0 };
const reasonOf = (sent: Partial<ConfirmationsSent>, { isFirst = true, hasProof = true } = {}) =>
  refusalOf({ ...none, ...sent }, { isFirst, hasProof })?.reason;

describe('the first email to a mailbox that a network asks for', () => {
  it.each([{ hasProof: true }, { hasProof: false }])('is sent, whatever other networks have asked for: %o', (asked) => {
    expect(reasonOf({ ofMailbox: 9999, ofSite: 1999 }, asked)).toBeUndefined();
  });

  it('is sent about a further case, too, with a proof of work', () => {
    expect(reasonOf({ ofMailboxHere: 9, ofMailbox: 9999, ofNetworkUnproved: 9999 })).toBeUndefined();
  });
});

it.each([
  ['a sixth one about a case', { ofCase: 5 }, {}, 'We have written 5 emails'],
  ['a fourth one to a mailbox', { ofMailboxHere: 3 }, { isFirst: false }, 'several to this mailbox'],
  ['a fourth one without a proof', { ofMailboxHere: 3 }, { hasProof: false }, 'several to this mailbox'],
  ['an eleventh first one to a mailbox', { ofMailboxHere: 10 }, {}, 'several to this mailbox'],
  ['one more to a crowded mailbox', { ofMailboxHere: 1, ofMailbox: 10 }, { isFirst: false }, 'has been sent many'],
  ['an eleventh of a network without a proof', { ofNetworkUnproved: 10 }, { hasProof: false }, 'has asked for many'],
  ['a further one in a flood', { ofSite: 500 }, { isFirst: false }, 'within an hour'],
  ['one more than the site sends', { ofSite: 2000 }, {}, 'within an hour'],
])('%s is not sent, and the reason is said', (_, sent, asked, reason) => {
  expect(reasonOf(sent, asked)).toContain(reason);
});

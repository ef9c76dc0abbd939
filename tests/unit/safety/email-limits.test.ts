/** Which emails that ask to confirm a mailbox are sent, and what is said about the others. */
import { describe, expect, it } from 'vitest';
import { type ConfirmationsSent, refusalOf } from '#domain/cases/email-limits.ts';

const none: ConfirmationsSent = { ofCase: 0, ofMailboxHere: 0, ofMailbox: 0, ofNetworkUnproved: 0, ofSite: 0 };
const reasonOf = (sent: Partial<ConfirmationsSent>, { isFirst = true, hasProof = true } = {}) =>
  refusalOf({ ...none, ...sent }, { isFirst, hasProof })?.reason;

describe('the first email about a notice', () => {
  it('with a proof of work is sent, whatever others have asked for without one', () => {
    expect(reasonOf({ ofMailbox: 10, ofNetworkUnproved: 9999, ofSite: 1999 })).toBeUndefined();
    expect(reasonOf({ ofMailboxHere: 9, ofMailbox: 39, ofNetworkUnproved: 9999 })).toBeUndefined();
  });

  it('without one is sent until the mailbox has had ten', () => {
    expect(reasonOf({ ofMailbox: 9, ofSite: 1999 }, { hasProof: false })).toBeUndefined();
    expect(reasonOf({ ofMailbox: 10 }, { hasProof: false })).toContain('has been sent many');
  });
});

it.each([
  ['a sixth one about a case', { ofCase: 5 }, {}, 'We have written 5 emails'],
  ['a fourth one to a mailbox', { ofMailboxHere: 3 }, { isFirst: false }, 'several to this mailbox'],
  ['a fourth one without a proof', { ofMailboxHere: 3 }, { hasProof: false }, 'several to this mailbox'],
  ['an eleventh first one to a mailbox', { ofMailboxHere: 10 }, {}, 'several to this mailbox'],
  ['one more to a crowded mailbox', { ofMailboxHere: 1, ofMailbox: 10 }, { isFirst: false }, 'has been sent many'],
  ['a 41st with a proof to a mailbox', { ofMailbox: 40 }, {}, 'has been sent many'],
  ['an eleventh of a network without a proof', { ofNetworkUnproved: 10 }, { hasProof: false }, 'has asked for many'],
  ['a further one in a flood', { ofSite: 500 }, { isFirst: false }, 'within an hour'],
  ['one more than the site sends', { ofSite: 2000 }, {}, 'within an hour'],
])('%s is not sent, and the reason is said', (_, sent, asked, reason) => {
  expect(reasonOf(sent, asked)).toContain(reason);
});

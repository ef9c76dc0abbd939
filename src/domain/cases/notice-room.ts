/**
 * How many posts a notice may hide before an admin has looked, and how much work its proof takes. Pure functions, so that
 * bench/notice-floods.ts can run a day of attacks through the same rules (decision 076).
 */

import { reportLimits } from '#contract/values/reports.ts';

/** What a notice brings along: nothing, a proof of work, or a mailbox that its owner has confirmed. */
export type Evidence = 'none' | 'proof' | 'confirmed';

type WithheldKind = 'intimate_image' | 'minor';

/** Posts that notices have hidden within the last 24 hours and nobody has decided. */
export interface HiddenPosts {
  /** From the shared room, by notices of the same /24 or /48. */
  byNetwork: number;
  /** From the shared room, by all notices. */
  shared: number;
  /** From the shared room, by notices without a proof of work. */
  unproved: number;
  /** From the room of the confirmed mailbox, and of all mailboxes of its domain. Large providers count as no domain. */
  byMailbox: number;
  byDomain: number;
}

/** What a confirmed mailbox hides in a day, whatever others do, except that mailboxes of one domain share a part of it. */
const roomPerMailbox = reportLimits.hiddenByMailbox;
/**
 * Whoever owns a domain has any number of mailboxes, so what its mailboxes hide is limited. Large mail providers are exempt. The first posts
 * of a mailbox that is confirmed with enough work have a limit of their own, which rises with the catalogue: it takes many
 * mailboxes to use it up for others at a small provider, and still the owner of a domain cannot empty the site.
 */
const roomPerDomain = 20;
export const firstPosts = 5;
const firstPostsPerDomain = { min: 40, share: 0.01 };

/** The shared room as a share of the catalogue: few enough posts that a flood cannot empty the site. */
const sharedShare = 0.015;
const minSharedRoom = 20;

export const sharedRoom = (publishedCount: number): number =>
  Math.max(minSharedRoom, Math.floor(publishedCount * sharedShare));

/**
 * What only notices about minors may use of the shared room. They are the last to be starved: whatever notices of intimate images use up,
 * this is left for them.
 */
const reserveForMinors = { min: 10, share: 0.25 };
/** The part that notices without a proof of work may use. The rest is left for those that have one. */
const unprovedShare = 0.4;

const usableRoom = (kind: WithheldKind, room: number) =>
  kind === 'minor' ? room : room - Math.max(reserveForMinors.min, Math.floor(room * reserveForMinors.share));

const roomPerNetwork = {
  unproved: 3,
  /** What a network finds at least, as long as there is shared room. */
  min: 10,
  max: 50,
  /** A single network never gets more of the shared room than this part, unless that is less than the minimum. */
  part: 1 / 3,
  /** Once this part of the shared room is used up, networks get the minimum. */
  calm: 0.25,
};

const networkRoom = (evidence: Evidence, room: number, { shared }: HiddenPosts) => {
  if (evidence === 'none') return roomPerNetwork.unproved;
  if (shared > room * roomPerNetwork.calm) return roomPerNetwork.min;
  return Math.max(roomPerNetwork.min, Math.min(roomPerNetwork.max, Math.floor(room * roomPerNetwork.part)));
};

const leftOfShared = (kind: WithheldKind, evidence: Evidence, publishedCount: number, hidden: HiddenPosts) => {
  const room = sharedRoom(publishedCount);
  const usable = usableRoom(kind, room);
  const left = [networkRoom(evidence, room, hidden) - hidden.byNetwork, usable - hidden.shared];
  if (evidence === 'none') left.push(Math.floor(usable * unprovedShare) - hidden.unproved);
  return Math.max(0, Math.min(...left));
};

export interface Room {
  /** Posts that the notice may hide in the room of its mailbox, and then in the shared one. */
  own: number;
  shared: number;
}

const ownRoom = (work: number, publishedCount: number, { byMailbox, byDomain }: HiddenPosts) => {
  const ofDomain = Math.max(firstPostsPerDomain.min, Math.floor(publishedCount * firstPostsPerDomain.share));
  const first = isEnoughToConfirm(work, byDomain) ? Math.min(firstPosts - byMailbox, ofDomain - byDomain) : 0;
  return Math.max(0, first, Math.min(roomPerMailbox - byMailbox, roomPerDomain - byDomain));
};

interface ReceivedNotice {
  kind: WithheldKind;
  evidence: Evidence;
  /** The work of the proof with which the mailbox was confirmed, or 0. */
  confirmationWork: number;
  publishedCount: number;
}

export const roomFor = (
  { kind, evidence, confirmationWork, publishedCount }: ReceivedNotice,
  hidden: HiddenPosts,
): Room => ({
  own: evidence === 'confirmed' ? ownRoom(confirmationWork, publishedCount, hidden) : 0,
  shared: leftOfShared(kind, evidence, publishedCount, hidden),
});

export interface NoticeVolume {
  /** Notices of the network in the last 24 hours. */
  ofNetwork: number;
  /** Notices of the whole site in the last hour. */
  ofSite: number;
}

/** The work doubles with so many further notices. */
const doublesAfter = { ofNetwork: 3, ofSite: 100 };
/** A slow phone needs less than the minute that the form waits. */
export const maxWork = 8;

/** How many times the work of a first notice on a quiet day. */
export const workFor = ({ ofNetwork, ofSite }: NoticeVolume): number => {
  const doublings = Math.floor(ofNetwork / doublesAfter.ofNetwork) + Math.floor(ofSite / doublesAfter.ofSite);
  return Math.min(maxWork, 2 ** doublings);
};

/** The volume may rise while somebody fills in the form, so a proof counts that did a part of the work that is asked for by now. */
const maxRise = 4;

export const isEnoughWork = (work: number, volume: NoticeVolume): boolean => work * maxRise >= workFor(volume);

/** The work of a confirmation doubles with so many further posts that mailboxes of the domain hide. */
const domainDoublesAfter = 15;
/** A slow phone needs three minutes. The page of the email says so, and nothing is typed there that could be lost. */
export const maxConfirmationWork = 64;

/**
 * How many times the work of a first notice the confirmation of a mailbox takes, after mailboxes of its domain have hidden `byDomain` posts
 * within a day. 0 while the domain has room for a whole mailbox.
 */
export const workToConfirm = (byDomain: number): number => {
  if (byDomain <= roomPerDomain - roomPerMailbox) return 0;
  const doublings = Math.max(0, Math.floor((byDomain - roomPerDomain) / domainDoublesAfter));
  return Math.min(maxConfirmationWork, 2 ** doublings);
};

/** Others may confirm mailboxes of the domain while a phone works. */
const maxRiseToConfirm = 2;

const isEnoughToConfirm = (work: number, byDomain: number): boolean =>
  work * maxRiseToConfirm >= workToConfirm(byDomain);

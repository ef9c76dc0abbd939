import { limits } from '#contract/values/fields.ts';
import { postFields, recordParts } from '#contract/values/post-fields.ts';
import { type BulkChangeKind, bulkChangeKinds } from '#contract/values/posts.ts';
import { plural } from '../../../components/format.ts';
import { momentLabel } from '../format.ts';
import type { BulkChange, BulkChangeDraft, Preview } from './bulk-changes.ts';

export const kindLabels: Record<BulkChangeKind, string> = {
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  addStars: 'Add stars',
  removeStars: 'Remove stars',
  setCategory: 'Set category',
  setPartner: 'Set network',
  setRecords: 'Set records',
  setState: 'Set publish state',
  replaceLinks: 'Replace links',
  delete: 'Delete',
  restore: 'Restore',
};

/** The changes of selected posts. Restoring is for deleted posts, and links are replaced per host. */
export const postChangeKinds = bulkChangeKinds.filter((kind) => kind !== 'restore' && kind !== 'replaceLinks');

export const posts = (count: number) => plural(count, 'post');

const quoted = (names: readonly string[] = []) => names.map((name) => `“${name}”`).join(', ');
const noun = (one: string, names: readonly string[] = []) => (names.length === 1 ? one : `${one}s`);

const recordNames = (change: Omit<BulkChange['change'], 'kind'>) =>
  recordParts
    .filter((part) => change[part])
    .map((part) => postFields[part].label.toLowerCase())
    .join(', ');

/** 'Add tag “rain”'. */
export const changeTitle = ({ kind, ...change }: BulkChange['change']): string => {
  const { tags, stars, to, Category, partner, state, publishAt } = change;
  switch (kind) {
    case 'addTags':
      return `Add ${noun('tag', tags)} ${quoted(tags)}`;
    case 'removeTags':
      return `Remove ${noun('tag', tags)} ${quoted(tags)}`;
    case 'addStars':
      return `Add ${noun('star', stars)} ${quoted(stars)}`;
    case 'removeStars':
      return `Remove ${noun('star', stars)} ${quoted(stars)}`;
    case 'replaceTags':
    case 'replaceStars': {
      const names = tags ?? stars;
      const what = `${noun(kind === 'replaceTags' ? 'tag' : 'star', names)} ${quoted(names)}`;
      return to ? `Replace ${what} with “${to}”` : `Remove ${what}`;
    }
    case 'setCategory':
      return `Set category to ${Category}`;
    case 'setPartner':
      return partner ? `Set network to “${partner}”` : 'Remove the network';
    case 'setRecords':
      return `${change.onlyMissing ? 'Fill in' : 'Set'} ${recordNames(change)}`;
    case 'replaceLinks':
      return `Replace links ${change.from} with ${to}`;
    case 'setState':
      return publishAt ? `Schedule for ${momentLabel(publishAt)}` : `Set state to ${state}`;
    default:
      return kind === 'delete' ? 'Delete' : 'Restore';
  }
};

export const isRunning = ({ state }: BulkChange) => state === 'running' || state === 'undoing';

/** The progress of a bulk change, or its outcome. */
export const progressText = (bulkChange: BulkChange): string => {
  const { state, total, done, changed, skipped, undone, notUndone, error } = bulkChange;
  const left = (count: number) => (count > 0 ? `, ${posts(count)} left alone` : '');
  switch (state) {
    case 'running':
      return `${done.toLocaleString('en-US')} of ${posts(total)}`;
    case 'undoing':
      return `Undoing: ${(undone + notUndone).toLocaleString('en-US')} of ${posts(changed)}`;
    case 'finished':
      return `${posts(changed)} changed${left(skipped)}`;
    case 'stopped':
      return `Stopped: ${posts(changed - undone)} changed${left(skipped)}`;
    case 'failed':
      return `Failed after ${posts(changed)}: ${error ?? ''}`;
    case 'undone':
      return `${posts(undone)} reverted${left(notUndone)}`;
  }
};

/** For a progress bar. */
export const progressOf = ({ state, total, done, changed, undone, notUndone }: BulkChange) =>
  state === 'undoing'
    ? { max: Math.max(changed, 1), value: undone + notUndone }
    : { max: Math.max(total, 1), value: done };

interface Words {
  /** Such as 'will be deleted'. */
  will: string;
  /** Describes posts that need no change, such as 'is already a draft', 'are already drafts'. */
  already: (count: number) => string;
}

const beOf = (count: number) => (count === 1 ? 'is' : 'are');
const haveOf = (count: number) => (count === 1 ? 'has' : 'have');

const nameWords = ({ kind, tags, stars }: BulkChangeDraft): Words => {
  const names = tags ?? stars ?? [];
  const noun = kind.endsWith('Tags') ? 'tag' : 'star';
  const [these, them] = names.length === 1 ? [`this ${noun}`, 'it'] : [`these ${noun}s`, 'them'];
  if (kind === 'addTags' || kind === 'addStars')
    return { will: `will get ${these}`, already: (count) => `already ${haveOf(count)} ${them}` };
  const none = names.length === 1 ? 'it' : 'any of them';
  return { will: `will lose ${these}`, already: (count) => `${count === 1 ? 'does' : 'do'} not have ${none}` };
};

const stateWords = ({ state }: BulkChangeDraft, changes: number): Words => {
  if (state === 'scheduled')
    return { will: 'will be scheduled', already: (count) => `${beOf(count)} already scheduled for then` };
  if (state === 'published')
    return { will: 'will be published', already: (count) => `${beOf(count)} already published` };
  const drafts = (count: number) => (count === 1 ? 'a draft' : 'drafts');
  return {
    will: `will become ${drafts(changes)}`,
    already: (count) => `${beOf(count)} already ${drafts(count)}`,
  };
};

const wordsOf = (change: BulkChangeDraft, changes: number): Words => {
  switch (change.kind) {
    case 'setCategory':
      return {
        will: `will change to ${change.Category}`,
        already: (count) => `${beOf(count)} already ${change.Category}`,
      };
    case 'setPartner':
      return change.partner
        ? { will: 'will get this network', already: (count) => `already ${haveOf(count)} it` }
        : { will: 'will lose the network', already: (count) => `${haveOf(count)} no network` };
    case 'setRecords':
      return { will: 'will get these records', already: (count) => `already ${haveOf(count)} them` };
    case 'setState':
      return stateWords(change, changes);
    // Posts that are deleted already, or can't be restored, are counted as `gone` instead.
    case 'delete':
      return { will: 'will be deleted', already: (count) => `${beOf(count)} already deleted` };
    case 'restore':
      return { will: 'will be restored', already: (count) => `${beOf(count)} already restored` };
    default:
      return nameWords(change);
  }
};

/** The posts that will be skipped, by reason. */
const skippedOf = ({ full, incomplete, unrecorded, gone }: Preview, { kind }: BulkChangeDraft) => {
  const max = kind === 'addTags' ? `${limits.video.tags} tags` : `${limits.video.performers} stars`;
  return [
    { count: full, which: `that would have more than ${max}` },
    { count: incomplete, which: 'without an image' },
    { count: unrecorded, which: 'without complete records' },
    { count: gone, which: kind === 'restore' ? 'that cannot be restored' : `that ${beOf(gone)} deleted` },
  ];
};

/** Says what Apply will do. */
export const previewSentence = (preview: Preview, change: BulkChangeDraft): string => {
  const { changes, unchanged, drafts } = preview;
  const { will, already } = wordsOf(change, changes);
  const parts = [
    changes > 0 ? `${posts(changes)} ${will}` : 'Nothing will change',
    ...(drafts > 0
      ? [`${posts(drafts)} of them as ${drafts === 1 ? 'a draft' : 'drafts'}, without complete records`]
      : []),
    ...(unchanged > 0 ? [`${posts(unchanged)} ${already(unchanged)}`] : []),
    ...skippedOf(preview, change).flatMap(({ count, which }) =>
      count > 0 ? [`${posts(count)} ${which} will be skipped`] : [],
    ),
  ];
  return `${parts.join('; ')}.`;
};

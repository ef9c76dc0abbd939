import { type BulkChangeKind, bulkChangeKinds } from '#contract/values/bulk-changes.ts';
import { recordLabels, recordParts } from '#contract/values/record-parts.ts';
import { plural } from '../../../components/format/plural.ts';
import { momentLabel } from '../format/dates.ts';
import type { BulkChange } from '../records/bulk-change.ts';

export const kindLabels: Record<BulkChangeKind, string> = {
  addTags: 'Add tags',
  removeTags: 'Remove tags',
  addStars: 'Add stars',
  removeStars: 'Remove stars',
  setCategory: 'Set category',
  setPartner: 'Set network',
  setRecords: 'Set records',
  setState: 'Set publish state',
  replaceLinks: 'Replace the form of links',
  delete: 'Delete',
  restore: 'Restore',
};

/** What can be done to selected posts that are not deleted; links are replaced for a host. */
export const postChangeKinds = bulkChangeKinds.filter((kind) => kind !== 'restore' && kind !== 'replaceLinks');

export const posts = (count: number) => plural(count, 'post');

const quoted = (names: readonly string[] = []) => names.map((name) => `“${name}”`).join(', ');
const noun = (one: string, names: readonly string[] = []) => (names.length === 1 ? one : `${one}s`);

/** 'the source and the date of the records'. */
const recordNames = (change: Omit<BulkChange['change'], 'kind'>) =>
  recordParts
    .filter((part) => change[part])
    .map((part) => recordLabels[part].toLowerCase())
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
      return to ? `Replace ${what} by “${to}”` : `Remove ${what}`;
    }
    case 'setCategory':
      return `Set category to ${Category}`;
    case 'setPartner':
      return partner ? `Set network to “${partner}”` : 'Remove the network';
    case 'setRecords':
      return `${change.onlyMissing ? 'Fill in' : 'Set'} ${recordNames(change)}`;
    case 'replaceLinks':
      return `Replace links ${change.from} by ${to}`;
    case 'setState':
      return publishAt ? `Schedule for ${momentLabel(publishAt)}` : `Set state to ${state}`;
    default:
      return kind === 'delete' ? 'Delete' : 'Restore';
  }
};

export const isRunning = ({ state }: BulkChange) => state === 'running' || state === 'undoing';

/** How far it is, or how it has ended. */
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
      return `${posts(undone)} changed back${left(notUndone)}`;
  }
};

/** For a progress bar. */
export const progressOf = ({ state, total, done, changed, undone, notUndone }: BulkChange) =>
  state === 'undoing'
    ? { max: Math.max(changed, 1), value: undone + notUndone }
    : { max: Math.max(total, 1), value: done };

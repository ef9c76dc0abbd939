import { limits } from '#contract/values/limits.ts';
import type { BulkChangeDraft, Preview } from '../records/bulk-change.ts';
import { posts } from './change-words.ts';

interface Words {
  /** 'will be deleted'. */
  will: string;
  /** Of posts that are as wanted already: 'is a draft', 'are drafts'. */
  already: (count: number) => string;
}

const beOf = (count: number) => (count === 1 ? 'is' : 'are');
const haveOf = (count: number) => (count === 1 ? 'has' : 'have');

const nameWords = ({ kind, tags, stars }: BulkChangeDraft): Words => {
  const names = tags ?? stars ?? [];
  const noun = kind.endsWith('Tags') ? 'tag' : 'star';
  const [these, them] = names.length === 1 ? [`this ${noun}`, 'it'] : [`these ${noun}s`, 'them'];
  if (kind === 'addTags' || kind === 'addStars')
    return { will: `will get ${these}`, already: (count) => `${haveOf(count)} ${them} already` };
  const none = names.length === 1 ? 'it' : 'any of them';
  return { will: `will lose ${these}`, already: (count) => `${count === 1 ? 'does' : 'do'} not have ${none}` };
};

const stateWords = ({ state }: BulkChangeDraft, changes: number): Words => {
  if (state === 'scheduled')
    return { will: 'will be scheduled', already: (count) => `${beOf(count)} scheduled for then already` };
  if (state === 'published')
    return { will: 'will be published', already: (count) => `${beOf(count)} published already` };
  const drafts = (count: number) => (count === 1 ? 'a draft' : 'drafts');
  return {
    will: `will become ${drafts(changes)}`,
    already: (count) => `${beOf(count)} ${drafts(count)} already`,
  };
};

const wordsOf = (change: BulkChangeDraft, changes: number): Words => {
  switch (change.kind) {
    case 'setCategory':
      return {
        will: `will change to ${change.Category}`,
        already: (count) => `${beOf(count)} ${change.Category} already`,
      };
    case 'setPartner':
      return change.partner
        ? { will: 'will get this network', already: (count) => `${haveOf(count)} it already` }
        : { will: 'will lose the network', already: (count) => `${haveOf(count)} none` };
    case 'setRecords':
      return { will: 'will get these records', already: (count) => `${haveOf(count)} them already` };
    case 'setState':
      return stateWords(change, changes);
    // Posts that are deleted already, or not deleted, count as gone.
    case 'delete':
      return { will: 'will be deleted', already: (count) => `${beOf(count)} deleted already` };
    case 'restore':
      return { will: 'will be restored', already: (count) => `${beOf(count)} restored already` };
    default:
      return nameWords(change);
  }
};

/** Which posts will be skipped, and why. */
const skippedOf = ({ full, incomplete, unrecorded, gone }: Preview, { kind }: BulkChangeDraft) => {
  const max = kind === 'addTags' ? `${limits.video.tags} tags` : `${limits.video.performers} stars`;
  return [
    { count: full, which: `that would have more than ${max}` },
    { count: incomplete, which: 'without an image' },
    { count: unrecorded, which: 'without complete records' },
    { count: gone, which: kind === 'restore' ? 'that cannot be restored' : `that ${beOf(gone)} deleted` },
  ];
};

/** What Apply will do, before anything is done. */
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

/** What the dialog of a bulk change says before anything is done. */
import { expect, it } from 'vitest';
import { previewSentence } from '#web/admin/kit/bulk/change-words.ts';

type Counts = Partial<Parameters<typeof previewSentence>[0]>;
type Change = Parameters<typeof previewSentence>[1];

const rain: Change = { kind: 'addTags', tags: ['rain'] };

const cases: [Change, Counts, string][] = [
  [rain, { changes: 1200 }, '1,200 posts will get this tag.'],
  [rain, { changes: 2, unchanged: 1 }, '2 posts will get this tag; 1 post already has it.'],
  [rain, { unchanged: 3 }, 'Nothing will change; 3 posts already have it.'],
  [
    { kind: 'addTags', tags: ['rain', 'neon'] },
    { changes: 1, unchanged: 2, full: 1, gone: 4 },
    '1 post will get these tags; 2 posts already have them; 1 post that would have more than 100 tags will be skipped; ' +
      '4 posts that are deleted will be skipped.',
  ],
  [
    { kind: 'addStars', stars: ['Isla'] },
    { changes: 1, full: 2 },
    '1 post will get this star; 2 posts that would have more than 50 stars will be skipped.',
  ],
  [
    { kind: 'removeTags', tags: ['rain'] },
    { changes: 1, unchanged: 1 },
    '1 post will lose this tag; 1 post does not have it.',
  ],
  [
    { kind: 'removeStars', stars: ['Isla', 'Mara'] },
    { changes: 1, unchanged: 2 },
    '1 post will lose these stars; 2 posts do not have any of them.',
  ],
  [
    { kind: 'setCategory', Category: 'viral' },
    { changes: 5, unchanged: 1 },
    '5 posts will change to viral; 1 post is already viral.',
  ],
  [
    { kind: 'setPartner', partner: '7' },
    { changes: 5, unchanged: 2 },
    '5 posts will get this network; 2 posts already have it.',
  ],
  [
    { kind: 'setPartner', partner: null },
    { changes: 5, unchanged: 1 },
    '5 posts will lose the network; 1 post has no network.',
  ],
  [
    { kind: 'setState', state: 'published' },
    { changes: 5, unchanged: 2, incomplete: 1 },
    '5 posts will be published; 2 posts are already published; 1 post without an image will be skipped.',
  ],
  [
    { kind: 'setState', state: 'scheduled', publishAt: '2031-05-01T10:00:00.000Z' },
    { changes: 1, unchanged: 1 },
    '1 post will be scheduled; 1 post is already scheduled for then.',
  ],
  [
    { kind: 'setState', state: 'draft' },
    { changes: 1, unchanged: 2 },
    '1 post will become a draft; 2 posts are already drafts.',
  ],
  [{ kind: 'delete' }, { changes: 2, gone: 1 }, '2 posts will be deleted; 1 post that is deleted will be skipped.'],
  [
    { kind: 'restore' },
    { changes: 2, gone: 1 },
    '2 posts will be restored; 1 post that cannot be restored will be skipped.',
  ],
  [
    { kind: 'restore' },
    { changes: 3, drafts: 2 },
    '3 posts will be restored; 2 posts of them as drafts, without complete records.',
  ],
];

it.each(cases)('%j', (change, counts, sentence) => {
  const none = { total: 0, changes: 0, unchanged: 0, full: 0, incomplete: 0, unrecorded: 0, drafts: 0, gone: 0 };
  const preview = { ...none, ...counts };
  expect(previewSentence(preview, change)).toBe(sentence);
});

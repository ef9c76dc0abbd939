import { describe, expect, it } from 'vitest';
import {
  actionLabel,
  auditActions,
  auditEntities,
  auditSentence,
  auditText,
  changedFields,
  fieldLabel,
} from '#contract/values/audit.ts';

const entry = (action: string, entity: string, more: object = {}) => ({
  action,
  entity,
  entityId: '12',
  before: null,
  after: null,
  ...more,
});
const text = (...change: Parameters<typeof entry>) => auditText(entry(...change));

it.each([
  ['title', 'Title'],
  ['imageUrl', 'Image URL'],
  ['performers', 'Stars'],
  ['expires_at', 'Expires at'],
])('the field %s of the audit log is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

describe('a sentence of the audit log', () => {
  it.each([
    ['login', 'admin', 'signed in'],
    ['logout', 'admin', 'signed out'],
    ['change_password', 'admin', 'changed their password'],
    ['update', 'settings', 'edited the settings'],
    ['delete', 'file_link', 'deleted TeraBox link 12'],
    ['retry', 'mail', 'resent email 12'],
    ['mark_paid', 'network', 'marked network 12 as paid'],
    ['end_free_days', 'network', 'ended the free period of network 12'],
    ['publish', 'video', 'published post 12'],
    ['some_new_action', 'channel', 'some new action channel 12'],
    ['update', 'some_new_kind', 'edited some new kind 12'],
  ])('about %s of %s is "%s"', (action, entity, sentence) => {
    expect(text(action, entity)).toBe(sentence);
  });

  it('names the fields that were edited', () => {
    const before = { title: 'Glass', tags: ['rain'], version: 1, performers: [] };
    const after = { title: 'Glass and rain', tags: ['rain', 'glass'], version: 2, performers: [] };
    expect(text('update', 'video', { before, after })).toBe('edited “Glass and rain”: title, tags');
  });

  it('counts the fields after the fourth', () => {
    const before = { name: 'A', a: 1, b: 1, c: 1, d: 1, e: 1 };
    const after = { name: 'A', a: 2, b: 2, c: 2, d: 2, e: 2 };
    expect(text('update', 'channel', { before, after })).toBe('edited channel “A”: a, b, c, d and 1 more');
  });

  it('names the record as it is now, or as it was when deleted', () => {
    expect(text('restore', 'video', { before: { title: 'Old' }, after: { title: 'New' } })).toBe('restored “New”');
    expect(text('delete', 'channel', { before: { name: 'Gone' } })).toBe('deleted channel “Gone”');
  });

  it('says both names of what was renamed or merged', () => {
    const names = { before: { name: 'bigtown' }, after: { name: 'big town' } };
    expect(text('rename', 'tag', names)).toBe('renamed tag “bigtown” to “big town”');
    expect(text('merge', 'tag', names)).toBe('merged tag “bigtown” into “big town”');
  });

  it('counts the posts of a bulk change', () => {
    expect(text('create', 'bulk_change', { after: { posts: 12_431 } })).toBe('changed 12,431 posts at once');
    expect(text('undo', 'bulk_change', { before: { posts: 1 } })).toBe('undid a bulk change of 1 post');
  });

  it('says whether a link or all of a host were ignored', () => {
    const url = 'https://quay.test/a';
    expect(text('deactivate', 'link', { after: { name: url } })).toBe(`ignored link “${url}”`);
    expect(text('deactivate', 'link', { after: { host: 'quay.test' } })).toBe('ignored all links of quay.test');
    expect(text('activate', 'link', { after: { host: 'quay.test' } })).toBe('resumed checking all links of quay.test');
  });

  it('counts failed sign-ins', () => {
    const after = { username: 'owner', attempts: 12, refused: 7 };
    expect(text('failed_login', 'admin', { after })).toBe(
      'failed to sign in as admin “owner” (12 attempts, 7 refused without checking the password)',
    );
    expect(text('failed_login', 'admin', { entityId: '0', after: { attempts: 1, refused: 0 } })).toBe(
      'failed to sign in as an unknown account (1 attempt)',
    );
  });

  it('has no gaps, whatever was done to whatever', () => {
    for (const action of auditActions)
      for (const entity of auditEntities) {
        const { lead, record, rest } = auditSentence(entry(action, entity));
        expect(lead + record + rest).not.toMatch(/[{}_]|undefined|null| {2}|^ | $/);
      }
  });
});

it.each([
  ['update', 'edited'],
  ['mark_paid', 'marked as paid'],
  ['failed_login', 'failed to sign in'],
  ['reset_password', 'reset the password'],
])('a filter calls %s "%s"', (action, label) => {
  expect(actionLabel(action)).toBe(label);
});

it('values are readable: lists, yes and no, nothing', () => {
  const before = { tags: ['a'], active: false, note: '', version: 1 };
  const after = { tags: ['a', 'b'], active: true, note: null, version: 2 };
  expect(changedFields({ entity: 'video', before, after })).toEqual([
    { field: 'tags', label: 'Tags', before: 'a', after: 'a, b' },
    { field: 'active', label: 'Active', before: 'No', after: 'Yes' },
  ]);
});

it('a changed title is named first, in whatever order the database returns the fields', () => {
  const before = { tags: [], link: '', title: 'Glas and rain' };
  const after = { tags: ['rain'], link: 'https://example.com/rain', title: 'Glass and rain' };
  expect(changedFields({ entity: 'video', before, after }).map(({ field }) => field)).toEqual([
    'title',
    'tags',
    'link',
  ]);
});

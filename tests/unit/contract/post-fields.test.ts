import { describe, expect, it } from 'vitest';
import { importFields } from '#contract/values/imports.ts';
import { byName, postFields, postTexts, textsOfForm } from '#contract/values/post-fields.ts';
import { noRecords } from '#contract/values/posts.ts';
import { guessMapping } from '#domain/imports/mapping/guess-mapping.ts';
import { hashFields, isAsWritten, type PostValues } from '#domain/imports/posts/post-values.ts';

const noValues: PostValues = {
  ...{ ...byName(postTexts, () => ''), ...noRecords, link: '', otherLinks: [], imageUrl: '', tags: [], performers: [] },
  ...{ category: 'english', duration: null, publishedAt: null, views: null, iframeUrl: '', previewUrls: [] },
  ...{ partner: null, state: 'published' },
};

describe('the fields of a post', () => {
  it('keep their places in the hashes that imports have stored', () => {
    expect(importFields.slice(0, 21)).toEqual([
      ...['itemId', 'title', 'link', 'otherLinks', 'imageUrl', 'description', 'tags', 'performers', 'category'],
      ...['duration', 'publishedAt', 'views', 'iframeUrl', 'previewUrls', 'altKeywords', 'partner', 'state'],
      ...['source', 'rightsHolder', 'consent', 'recordDate'],
    ]);
  });

  it('that were added after an import count as blank in what it stored', () => {
    const values = { ...noValues, title: 'Harbour' };
    const post = { id: 1, version: 1, values, deadLinks: [], publishAt: null, hiddenAt: null, deletedAt: null };
    const stored = { fields: hashFields(values).subarray(0, 4) };
    expect(isAsWritten(stored, post, 'recordDate')).toBe(true);
    expect(isAsWritten(stored, { ...post, values: { ...values, consent: 'Signed' } }, 'consent')).toBe(false);
  });

  it('have names of their own on the wire and in feeds', () => {
    const wireNames = Object.values(postFields).map(({ wire }) => wire);
    expect(new Set(wireNames).size).toBe(wireNames.length);
  });

  it.each(postTexts)('are recognised in feeds and have an input on the form: %s', (name) => {
    for (const column of postFields[name].feedNames.split(' '))
      expect([column, guessMapping([{ [column]: 'A plain text' }])[name]]).toEqual([column, { columns: [column] }]);
    expect(Object.values(textsOfForm).flat()).toContainEqual({ ...postFields[name], name });
  });
});

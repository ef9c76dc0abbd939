import { describe, expect, it } from 'vitest';
import { byName, postFields, postTexts, toWireTexts } from '#contract/values/post-fields.ts';
import {
  draftOf,
  emptyDraft,
  fromRecord,
  isSameDraft,
  previewOf,
  toBody,
  videoCalls,
  videoLabels,
} from '#web/admin/kit/records/video.ts';

const texts = byName(postTexts, (name) => `The ${postFields[name].noun}`);
const record = {
  _id: '12',
  videoNo: 12,
  ...toWireTexts(texts),
  imageUrl: '/art/1.svg',
  views: 7,
  minutes: 65,
  link: 'https://example.com/watch',
  otherLinks: [],
  iframeUrl: 'https://example.com/embed',
  previewUrls: ['/art/2.svg', '/art/3.svg'],
  Category: 'viral' as const,
  tags: ['rain'],
  name: ['ann-one'],
  createdAt: '2026-01-02T03:04:05.000Z',
  version: 3,
};

describe('a video and its record on the wire', () => {
  it('is mapped to our words', () => {
    expect(fromRecord(record)).toEqual({
      id: '12',
      version: 3,
      ...texts,
      imageUrl: '/art/1.svg',
      views: 7,
      minutes: 65,
      link: 'https://example.com/watch',
      iframeUrl: 'https://example.com/embed',
      previewUrls: ['/art/2.svg', '/art/3.svg'],
      category: 'viral',
      tags: ['rain'],
      performers: ['ann-one'],
      createdAt: '2026-01-02T03:04:05.000Z',
      state: 'published',
      publishAt: '',
      hiddenBecause: [],
      deadLinks: [],
    });
  });

  it('is sent back unchanged when nothing was edited', () => {
    const { _id, videoNo, views, createdAt, version, otherLinks, ...body } = record;
    expect(toBody(draftOf(fromRecord(record)))).toEqual({ ...body, state: 'published', publishAt: null });
  });

  it('trims its texts, and sends empty minutes as null', () => {
    const draft = {
      ...emptyDraft,
      title: '  A title ',
      imageUrl: ' /a.svg ',
      link: ' https://example.com/ ',
      minutes: ' ',
      previewUrls: [' /b.svg', '', '/c.svg '],
    };
    expect(toBody(draft)).toMatchObject({
      titel: 'A title',
      imageUrl: '/a.svg',
      link: 'https://example.com/',
      minutes: null,
      previewUrls: ['/b.svg', '/c.svg'],
    });
    expect(toBody({ ...emptyDraft, minutes: '0' }).minutes).toBe(0);
  });

  it('has our field for every field error of the wire', () => {
    expect(videoCalls.fieldNames).toEqual({
      titel: 'title',
      desc: 'description',
      Category: 'category',
      name: 'performers',
    });
    const wireFields = Object.keys(toBody(emptyDraft)).map((name) => videoCalls.fieldNames?.[name] ?? name);
    expect(wireFields.toSorted()).toEqual(Object.keys(videoLabels).toSorted());
  });
});

describe('a draft', () => {
  it('of a new video is empty, in the first category', () => {
    expect(draftOf(null)).toEqual(emptyDraft);
    expect(emptyDraft.category).toBe('english');
  });

  it('is the same until a field differs, including names', () => {
    const draft = draftOf(fromRecord(record));
    expect(isSameDraft(draft, draftOf(fromRecord(record)))).toBe(true);
    expect(isSameDraft(draft, { ...draft, minutes: '66' })).toBe(false);
    expect(isSameDraft(draft, { ...draft, tags: ['rain', 'glass'] })).toBe(false);
  });

  it('is previewed with the views of its video', () => {
    const base = fromRecord(record);
    const preview = previewOf({ ...draftOf(base), title: 'New', minutes: '' }, base, base.id);
    expect(preview).toEqual({ ...base, title: 'New', minutes: null });
    expect(previewOf(emptyDraft, null, 'new-1')).toMatchObject({ id: 'new-1', views: 0, version: 0 });
  });
});

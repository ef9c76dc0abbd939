import { describe, expect, it } from 'vitest';
import { ApiError } from '#contract/calls/api-error.ts';
import type { Client } from '#contract/calls/client.ts';
import { emptyInvalidation } from '#domain/search/sync/invalidation.ts';
import { recordingClient, tagsOf } from '#server/page-cache/cache-tags.ts';

const record = async (client: object, call: (client: Client) => Promise<unknown>) => {
  const recorded = { tags: new Set<string>(), isComplete: true };
  const error = await call(recordingClient(client as Client, recorded)).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return { tags: [...recorded.tags], isComplete: recorded.isComplete, error };
};

describe('a recording client', () => {
  it('records what a response shows', async () => {
    const client = { getNewVideos: async () => ({ records: [{ _id: '7' }, { _id: '8' }] }) };
    expect(await record(client, (recording) => recording.getNewVideos())).toEqual({
      tags: ['list all', 'video 7', 'video 8'],
      isComplete: true,
      error: undefined,
    });
  });

  it('records a search by any change of a video, not by its list', async () => {
    const client = { getPosts: async () => ({ records: [] }) };
    const { tags } = await record(client, (recording) => recording.getPosts({ query: { search: 'rain' } }));
    expect(tags).toEqual(['any search']);
  });

  it('records what was requested when it does not exist, and passes the error on', async () => {
    const notFound = new ApiError(404, 'Not Found', {});
    const client = { getVideo: () => Promise.reject(notFound) };
    expect(await record(client, (recording) => recording.getVideo({ params: { id: '9' } }))).toEqual({
      tags: ['video 9'],
      isComplete: true,
      error: notFound,
    });
  });

  it.each([
    ['an error of the server', new ApiError(500, 'Internal Server Error', {})],
    ['anything else that fails', new TypeError('fetch failed')],
  ])('marks the page as incomplete after %s', async (_, failure) => {
    const client = { getTags: () => Promise.reject(failure) };
    const { isComplete, error } = await record(client, (recording) => recording.getTags());
    expect({ isComplete, error }).toEqual({ isComplete: false, error: failure });
  });

  it('marks the page as incomplete after a call without cache tags', async () => {
    const client = { suggest: async () => ({ suggestions: [] }) };
    const { isComplete } = await record(client, (recording) => recording.suggest({ query: { q: 'a' } }));
    expect(isComplete).toBe(false);
  });
});

describe('the cache tags of a change', () => {
  const of = (change: Partial<ReturnType<typeof emptyInvalidation>>) => [
    ...tagsOf({ ...emptyInvalidation(), ...change }),
  ];

  it('are none without a change', () => {
    expect(of({})).toEqual([]);
  });

  it('name videos and lists; any video changes searches', () => {
    expect(of({ videos: new Set([7]) })).toEqual(['video 7', 'any search']);
    expect(of({ lists: new Set(['tag:rain']) })).toEqual(['list tag:rain']);
    expect(of({ facets: new Set(['tag:rain']) })).toEqual(['facets tag:rain']);
  });

  it('name tags and performers, and the directories and searches that show them', () => {
    expect(of({ names: new Set(['tag:rain']) })).toEqual(['name tag:rain', 'list tag:rain', 'any tag', 'any search']);
    expect(of({ names: new Set(['performer:isla']) })).toEqual([
      'name performer:isla',
      'list performer:isla',
      'any performer',
      'any search',
    ]);
  });

  it('name all searches, categories included, after a change of synonyms, and redirects apart', () => {
    expect(of({ synonyms: true })).toEqual(['any search']);
    expect(of({ searchRedirects: true })).toEqual(['search redirects']);
  });

  it('name partners and settings', () => {
    expect(of({ partners: true })).toEqual(['partners']);
    expect(of({ settings: true })).toEqual(['settings']);
  });
});

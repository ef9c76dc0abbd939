import { describe, expect, it } from 'vitest';
import { byWireName, postTexts } from '#contract/values/post-fields.ts';
import Dashboard from '#web/admin/dashboard/screen.tsx';
import { fromRecord } from '#web/admin/kit/records/video.ts';
import { renderScreen } from '../../support/rendered-screen.tsx';

const stats = {
  totalPosts: 999,
  totalViews: 1_000_000,
  totalUniqueStars: 1000,
  totalUniqueTags: 1500,
  last7Days: { newPosts: 3, newStars: 2, newTags: 1 },
  last24Hours: { views: 2_340_000 },
  waitingSubmissions: 1,
};
const charts = {
  ...{ days: 30, timeZone: 'UTC', viewsPerDay: [{ day: '2026-11-01', views: 3 }], before: { views: 2, posts: 1 } },
  postsPerDay: [{ day: '2026-11-01', posts: 1 }],
  mostViewedVideos: [{ _id: '1', titel: 'Most viewed of all', views: 5400 }],
  mostViewedTags: [{ tag: 'milf', name: 'milf', views: 99 }],
};
const post = {
  ...{ version: 1, imageUrl: '/art/7.svg', minutes: 7, name: [], tags: [], Category: 'viral' },
  ...{
    ...byWireName(postTexts, () => ''),
    link: '',
    iframeUrl: '',
    previewUrls: [],
    views: 2340,
    createdAt: '2026-03-04T12:00:00.000Z',
  },
};
const videos = ['1', '2', '3', '4', '5', '6'].map((_id) => fromRecord({ ...post, _id, titel: `Post ${_id}` } as never));
const loaded = { days: 30, notice: undefined, backupProblem: undefined, stats, charts, videos, changes: [] };

describe('the dashboard', () => {
  it('has counts with K and M that lead to their lists, 5 recent posts, rankings and what waits', () => {
    const { $, textsOf } = renderScreen(Dashboard, { ...loaded, problem: undefined });
    expect(textsOf('section[aria-label=Numbers] > *')).toEqual([
      'Total posts999',
      'Total views1M',
      'Unique stars1K',
      'Unique tags1.5K',
      'Last 7 days3 new posts2 new stars1 new tag',
      'Last 24 hours2.3Mviews',
    ]);
    const links = [...$('section[aria-label=Numbers] > a')].map((link) => $(link).attr('href'));
    expect(links).toEqual(['/admin/posts', '/admin/stars-list', '/admin/tags-list']);
    const waiting = $('a[href="/admin/networks?tab=submissions"]');
    expect(waiting.text()).toBe('1 submission is waiting for a decision');
    const recent = [...$('ul[aria-label="Recent posts"] a')].map((link) => $(link).attr('href'));
    expect(recent).toEqual(['1', '2', '3', '4', '5'].map((id) => `/admin/posts?edit=${id}`));
    expect(textsOf('section[aria-label="Most viewed videos"] li')).toEqual(['1Most viewed of all5.4K']);
    expect(textsOf('section[aria-label="Most viewed tags"] li')).toEqual(['1milf99']);
  });

  it('shows the rest when the numbers cannot be fetched, and the changes of others to main admins alone', () => {
    const { $, alerts } = renderScreen(Dashboard, { ...loaded, stats: undefined, changes: null, problem: 'Not now' });
    expect(alerts).toEqual(['Not now']);
    expect($('section[aria-label=Numbers]').length).toBe(0);
    expect($('ul[aria-label="Recent posts"] > li').length).toBe(5);
    expect($('section[aria-label="Recent changes"]').length).toBe(0);
  });
});

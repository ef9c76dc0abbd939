import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '#contract/calls/api-error.ts';
import { fileTypes } from '#contract/values/categories.ts';
import { byWireName, postTexts } from '#contract/values/post-fields.ts';
import ManageAdmins from '#web/admin/admins/screen.tsx';
import Channels from '#web/admin/channels/screen.tsx';
import DeletedItems from '#web/admin/deleted/screen.tsx';
import FileLinks from '#web/admin/file-links/screen.tsx';
import { fromRecord, type Videos } from '#web/admin/kit/records/video.ts';
import { type Loaded, networkError } from '#web/admin/kit/session/failure.ts';
import { NamedVideos, saveFailure } from '#web/admin/named-videos/named-videos.tsx';
import Partners from '#web/admin/partners/screen.tsx';
import PerformersList from '#web/admin/performers-list/screen.tsx';
import TagsList, { clientLoader as loadTags } from '#web/admin/tags-list/screen.tsx';
import { renderScreen } from '../../support/rendered-screen.tsx';

// In the time zone of whoever reads it.
const march = new Date(2026, 2, 4, 12).toISOString();
const record = { id: '1', version: 1, createdAt: march, updatedAt: march };
const onePage = { currentPage: 1, totalPages: 1, totalCount: 1 };
const noPages = { currentPage: 1, totalPages: 0, totalCount: 0 };
const failure = 'Something went wrong on our side.';
const failed = { problem: failure };

describe('Manage Networks', () => {
  const partner = {
    ...{ ...record, name: 'Long Way', url: 'https://example.com/a-long-way-to-a-partner', logo: '/art/logo/1.svg' },
    ...{
      category: 'adult' as const,
      description: 'far far',
      active: true,
      email: null,
      submittedAt: null,
      approvedAt: null,
    },
    ...{ rejectedAt: null, rejectReason: null, paidAt: null, freeUntil: null },
  } as const;
  const render = (partners: (typeof partner)[], loaded = {}) =>
    renderScreen(Partners, {
      tab: 'networks',
      loaded: { page: 1, search: '', list: { data: { records: partners, pagination: onePage }, ...loaded } },
      waiting: { data: { records: [], pagination: noPages } },
    });

  it('has the columns of the spec, and a URL cut at 30 characters that opens in a new tab', () => {
    const { $, title, columns, rows } = render([partner]);
    expect(title).toBe('Manage Networks');
    expect(columns).toEqual(['Logo', 'Name', 'URL', 'Category', 'Description', 'Actions']);
    expect(rows[0]?.slice(1, 5)).toEqual(['Long Way', 'https://example.com/a-long-way…', 'adult', 'far far']);
    expect($('td a[target="_blank"]').attr('href')).toBe(partner.url);
  });

  it('says that there are none, or why they could not be loaded', () => {
    const empty = 'No networks foundAdd your first network to get started.';
    expect(render([]).$('main, body').text()).toContain(empty);
    const { $, alerts } = render([], failed);
    expect(alerts).toEqual([failure]);
    expect($('body').text()).not.toContain('No networks found');
  });
});

describe('Manage Channels', () => {
  const render = (counts: number[], loaded = {}) => {
    const records = counts.map((subscribers) => ({
      ...{ ...record, id: String(subscribers), name: 'Slow Waves', url: 'https://example.com/c' },
      ...{ thumbnail: '/art/3.svg', description: 'd'.repeat(101), category: 'music' as const, subscribers },
    }));
    return renderScreen(Channels, {
      ...{ page: 1, search: '' },
      list: { data: { records, pagination: onePage }, ...loaded },
    });
  };

  it('are cards with thumbnail, description cut at 100 characters, category, subscribers and link', () => {
    const { $, textsOf } = render([999, 1540, 2_340_000]);
    const subscribers = textsOf('li p').filter((text) => text.endsWith(' subscribers'));
    expect(subscribers).toEqual(['999 subscribers', '1.5K subscribers', '2.3M subscribers']);
    const card = $('ul[aria-label="Channels"] > li').first();
    expect(card.find('img').attr('src')).toBe('/art/3.svg');
    expect(card.find('p').first().text()).toBe(`${'d'.repeat(100)}…`);
    expect(card.text()).toContain('music');
    const link = card.find('a[target="_blank"]');
    expect([link.text(), link.attr('href')]).toEqual(['Visit Channel', 'https://example.com/c']);
  });

  it('says that there are none, or why they could not be loaded', () => {
    expect(render([]).$('body').text()).toContain('No channels foundAdd your first channel to get started.');
    const { $, alerts } = render([], failed);
    expect(alerts).toEqual([failure]);
    expect($('body').text()).not.toContain('No channels found');
  });
});

describe('Manage TeraBox Links', () => {
  const render = (types: readonly (typeof fileTypes)[number][], loaded = {}) => {
    const records = types.map((fileType) => ({
      ...{ ...record, id: fileType, title: `A ${fileType}`, url: 'https://example.com/f', fileType },
      ...{ category: 'videos' as const, size: fileType === 'video' ? '1.5 GB' : '', description: '' },
    }));
    return renderScreen(FileLinks, {
      ...{ page: 1, search: '' },
      list: { data: { records, pagination: onePage }, ...loaded },
    });
  };

  it('has the columns of the spec, an icon per file type, Unknown for a missing size, and a link', () => {
    const { $, columns, rows } = render(fileTypes);
    expect(columns).toEqual(['Type', 'Title', 'Category', 'Size', 'Description', 'URL', 'Actions']);
    expect(fileTypes).toEqual(['video', 'image', 'document', 'archive', 'other']);
    const icons = [...$('tbody [role=img]')];
    expect(icons.map((icon) => $(icon).attr('aria-label'))).toEqual(fileTypes);
    expect(new Set(icons.map((icon) => $(icon).find('path').attr('d'))).size).toBe(fileTypes.length);
    expect(rows.map((cells) => cells[3])).toEqual(['1.5 GB', 'Unknown', 'Unknown', 'Unknown', 'Unknown']);
    expect($('a[aria-label="Open A video"]').attr('href')).toBe('https://example.com/f');
  });

  it('says that there are none, or why they could not be loaded', () => {
    const empty = 'No TeraBox links foundAdd your first TeraBox link to get started.';
    expect(render([]).$('body').text()).toContain(empty);
    expect(render([], failed).alerts).toEqual([failure]);
  });
});

describe('All Pornstars', () => {
  const star = { slug: 'x', name: 'X', count: 1, firstAppearance: march, lastUpdated: null, postCount: 1 };
  const render = (page: number, pagination: typeof onePage, loaded = {}) =>
    renderScreen(
      PerformersList,
      {
        letter: '',
        loaded: { tab: 'used', page, search: '', list: { data: { records: [star], pagination }, ...loaded } },
      },
      `/admin/stars-list?page=${page}`,
    );

  it('has the title, the columns, dates with N/A for a missing one, pages with 2 neighbours, and letters', () => {
    const { $, title, columns, rows, textsOf } = render(5, { currentPage: 5, totalPages: 10, totalCount: 192 });
    expect(title).toBe('All Pornstars (192)');
    expect(columns).toEqual(['#', 'Star Name', 'Total Videos', 'First Appearance', 'Last Updated', 'Actions']);
    expect(rows[0]?.slice(0, 5)).toEqual(['81', 'X', '1', 'Mar 4, 2026', 'N/A']);
    const pages = textsOf('nav[aria-label="Pages"] a, nav[aria-label="Pages"] span');
    expect(pages).toEqual(['Previous', '1', '…', '3', '4', '5', '6', '7', '…', '10', 'Next']);
    expect($('body').text()).toContain('Showing page 5 of 10 (192 total stars)');
    expect(textsOf('fieldset button')).toEqual(['All', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']);
    expect(textsOf('fieldset button[aria-pressed=true]')).toEqual(['All']);
    expect($('tbody a').attr('href')).toBe('/admin/star-videos/x?fromPage=5');
  });

  it('has no count if it could not be loaded', () => {
    expect(render(1, noPages, failed).title).toBe('All Pornstars');
  });
});

describe('All Tags', () => {
  const render = (list: Parameters<typeof renderScreen<Parameters<typeof TagsList>[0]>>[1]) =>
    renderScreen(TagsList, list, '/admin/tags-list?page=2');
  const used = { tab: 'used', page: 2, search: '' } as const;

  it('has the title, the columns, names from slugs, two orders, and links to the site and to the videos', () => {
    const tag = { slug: 'quiet-water', name: 'quiet-water', count: 1234, firstUsed: march, lastUpdated: null };
    const pagination = { currentPage: 2, totalPages: 2, totalCount: 21 };
    const { $, title, columns, rows, textsOf } = render({
      sort: 'count',
      loaded: { ...used, list: { data: { records: [tag], pagination } } },
    });
    expect(title).toBe('All Tags (21)');
    const names = ['#', 'Tag Name', 'Slug', 'Total Videos', 'First Used', 'Last Updated', 'Actions'];
    expect(columns).toEqual(names);
    expect(rows[0]?.slice(0, 6)).toEqual(['21', 'Quiet water', 'quiet-water', '1,234', 'Mar 4, 2026', 'N/A']);
    expect(textsOf('fieldset button')).toEqual(['Video Count', 'Alphabetical']);
    expect(textsOf('fieldset button[aria-pressed=true]')).toEqual(['Video Count']);
    const view = $('a[aria-label="View quiet-water on site"]');
    expect([view.attr('href'), view.attr('target')]).toEqual(['/tag/quiet-water', '_blank']);
    const manage = $('a[aria-label="Manage videos of quiet-water"]').attr('href');
    expect(manage).toBe('/admin/tag-videos/quiet-water?fromPage=2');
  });

  it('has the 17 built-in tags when it could not be loaded, and says why', async () => {
    // No call succeeds outside a browser, which is noted in its console.
    const noted = vi.spyOn(console, 'warn').mockReturnValue();
    onTestFinished(() => noted.mockRestore());
    const url = new URL('http://localhost/admin/tags-list');
    const { rows, alerts } = render(await loadTags({ url } as Parameters<typeof loadTags>[0]));
    expect(alerts).toEqual([networkError]);
    expect(rows.map((cells) => cells[2]).join(' ')).toBe(
      'hardcore milf big-tits big-boobs small-tits big-ass threesum white black asian latina blonde brunette redhead teen mature amateur',
    );
  });
});

describe('the videos of a name', () => {
  const post = {
    ...{
      _id: '7',
      version: 1,
      imageUrl: '/art/7.svg',
      ...byWireName(postTexts, () => ''),
      titel: 'Copper lagoon',
      minutes: 7,
    },
    ...{ name: ['ann-one', 'bea-two', 'cay-three', 'dee-four'], tags: ['a', 'b', 'c'], Category: 'viral' as const },
    ...{ link: '', iframeUrl: '', previewUrls: [], views: 2340, createdAt: march },
    starNames: { 'ann-one': 'Ann One', 'bea-two': 'Bea Two' },
  };
  const render = (kind: 'tag' | 'performer') =>
    renderScreen(
      ({ loaderData: list }: { loaderData: Loaded<Videos> }) => (
        <NamedVideos kind={kind} name="tin lagoon" page={3} list={list} />
      ),
      {
        data: { videos: [fromRecord(post as never)], totalPages: 3, totalRecords: 41 },
      },
    );

  it('have the columns of the spec, and the first two stars or tags', () => {
    const ofTag = render('tag');
    expect(ofTag.title).toBe('Videos for Tag: "tin lagoon" (41)');
    expect(ofTag.columns).toEqual(['#', 'Image', 'Title', 'Category', 'Stars', 'Views', 'Actions']);
    expect(ofTag.rows[0]?.slice(0, 6)).toEqual(['41', '', 'Copper lagoon', 'viral', 'Ann One, Bea Two +2', '2.3K']);
    const ofStar = render('performer');
    expect(ofStar.title).toBe('Videos for Star: "tin lagoon" (41)');
    expect(ofStar.columns[4]).toBe('Tags');
    expect(ofStar.rows[0]?.[4]).toBe('a, b +1');
  });

  it.each([
    [new ApiError(400, 'Bad Request', { message: 'Not so' }), 'Error updating video: Not so'],
    [new ApiError(502, 'Bad Gateway', undefined), 'Error updating video: Server error'],
    [new ApiError(418, 'Teapot', undefined), 'Error updating video: Unknown error'],
    [new SyntaxError('Not JSON'), 'Network error updating video: Not JSON'],
    [
      new TypeError('Failed to fetch'),
      'The server did not answer. The update may have worked: please reload before trying again.',
    ],
  ])('say why an update failed: %s', (error, message) => {
    expect(saveFailure(error)).toBe(message);
  });
});

describe('Deleted', () => {
  it.each([
    ['posts', 'No deleted posts'],
    ['stars', 'No deleted stars'],
    ['networks', 'No deleted networks'],
    ['channels', 'No deleted channels'],
    ['terabox', 'No deleted TeraBox links'],
  ] as const)('has a tab for %s, and says so when there are none', (kind, empty) => {
    const { $, textsOf } = renderScreen(DeletedItems, {
      ...{ kind, page: 1 },
      list: { data: { records: [], pagination: noPages } },
    });
    const tabs = 'nav[aria-label="Deleted items"] a';
    expect(textsOf(tabs)).toEqual(['Posts', 'Stars', 'Networks', 'Channels', 'TeraBox links']);
    expect($(`${tabs}[aria-current=page]`).attr('href')).toBe(`/admin/deleted?kind=${kind}`);
    expect($('body').text()).toContain(empty);
  });
});

describe('Manage Admins', () => {
  const account = {
    ...{ isActive: true, lastLogin: null, hasSecondFactor: false, createdBy: null, createdAt: march },
    ...{ mustChangePassword: false, mustAddSecondFactor: false },
  };
  const owner = { ...account, id: '1', username: 'owner', email: 'owner@example.com', role: 'main_admin' as const };
  const editor = {
    ...{ ...account, id: '2', username: 'editor', email: 'editor@example.com', role: 'admin' as const },
    ...{ createdBy: { username: 'owner', email: 'owner@example.com' }, isActive: false, hasSecondFactor: true },
  };
  const self = { _id: '1', role: 'main_admin' as const, email: 'owner@example.com' };
  const nothing = { sessions: { data: [] }, tokens: { data: [] }, minPasswordLength: { data: 6 } };

  it('has a heading, the total, four numbers and the columns of the spec; main admins are protected', () => {
    const { $, title, columns, rows, textsOf } = renderScreen(ManageAdmins, {
      ...{ ...nothing, admin: self, list: { data: [owner, editor] } },
    });
    expect(title).toBe('Admin Management');
    expect($('body').text()).toContain('Total: 2 admin(s)');
    const numbers = 'dl[aria-label="Admins in numbers"]';
    expect(textsOf(`${numbers} dt`)).toEqual(['Total', 'Active', 'Inactive', 'Main Admins']);
    expect(textsOf(`${numbers} dd`)).toEqual(['2', '1', '1', '1']);
    const names = ['Username', 'Email', 'Role', 'Status', 'Created By', 'Created At', 'Last Login', 'Actions'];
    expect(columns).toEqual(names);
    expect(rows[0]?.slice(2, 5)).toEqual(['Main', 'Active', 'System']);
    expect(rows[0]?.[7]).toContain('Protected');
    expect(rows[1]?.slice(2, 5)).toEqual(['Admin', 'Inactive', 'owner']);
    expect(rows[1]?.[6]).toBe('Never');
    // The button that opens the menu on phones has no text.
    const buttonsOf = (row: number) => textsOf(`tbody tr:nth-child(${row}) button`).filter(Boolean);
    expect(buttonsOf(1)).toEqual([]);
    expect(buttonsOf(2)).toEqual(['Activate', 'Delete', 'Reset second factor']);
  });

  it('says why the admins could not be loaded, and to sign in again without the data of the own account', () => {
    const list = { data: [], problem: 'Failed to fetch admins' };
    const failedList = renderScreen(ManageAdmins, { ...nothing, admin: self, list });
    expect(failedList.alerts).toEqual(['Failed to fetch admins']);
    expect(failedList.$('body').text()).not.toContain('Total');
    const unknown = renderScreen(ManageAdmins, { ...nothing, admin: undefined, list: { data: [] } } as never);
    expect(unknown.alerts).toEqual(['Admin data not found. Please login again.']);
  });
});

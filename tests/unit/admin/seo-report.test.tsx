import { describe, expect, it } from 'vitest';
import Seo from '#web/admin/seo/screen.tsx';
import { renderScreen } from '../../support/rendered-screen.tsx';

const check = {
  ...{ id: '2', startedBy: 'somebody', startedAt: '2026-03-04T12:00:00.000Z', endedAt: '2026-03-04T12:05:00.000Z' },
  ...{ state: 'finished' as const, pagesRead: 6085, pagesKnown: 6085, problems: 151 },
};
const running = { ...check, id: '3', state: 'running' as const, endedAt: null, pagesRead: 3, pagesKnown: 9 };

describe('the check of what search engines see', () => {
  it('has a report that groups what was found and leads to where it is fixed; earlier ones can be opened', () => {
    const report = {
      counts: { 'broken-link': 1, 'duplicate-title': 150 },
      examples: [
        { kind: 'broken-link' as const, path: '/tag/gone', detail: 'answers 404', from: '/new-content' },
        { kind: 'duplicate-title' as const, path: '/video/7-silver-keys', detail: 'the same as /video/3-silver-keys' },
      ],
      isComplete: true,
    };
    const { $, textsOf } = renderScreen(Seo, {
      data: { checks: [check, { ...check, id: '1' }], shown: check, report },
    });
    const links = 'section[aria-label="Links to pages that do not exist"]';
    expect(textsOf(`${links} a`)).toEqual(['/tag/gone', '/new-content', 'Fix']);
    expect($(`${links} a[aria-label]`).attr('href')).toBe('/admin/page-texts?kind=tag&search=gone');
    const titles = $('section[aria-label="Pages with the same title"]');
    expect(titles.text()).toContain('and 149 more');
    expect(titles.find('a[aria-label="Fix /video/7-silver-keys"]').attr('href')).toBe('/admin/posts?edit=7');
    const earlier = [...$('tbody a')].map((link) => $(link).attr('href'));
    expect(earlier).toEqual(['/admin/seo?check=2', '/admin/seo?check=1']);
  });

  it('says how far it is and can be canceled; without any it can be started', () => {
    const { $, rows, textsOf } = renderScreen(Seo, { data: { checks: [running], shown: undefined, report: null } });
    expect($('#check-progress').text()).toBe('3 of 9 pages found so far');
    expect($('progress').attr()).toMatchObject({ value: '3', max: '9' });
    expect(rows[0]?.slice(-2)).toEqual(['–', '–']);
    expect(textsOf('button')).toContain('Cancel');
    const none = renderScreen(Seo, { data: { checks: [], shown: undefined, report: null } });
    expect(none.$('body').text()).toContain('No checks yet');
    expect(none.textsOf('button')).toEqual(['Start a check']);
  });
});

import { expect, it } from 'vitest';
import type { CaseKind } from '#contract/values/cases.ts';
import { reportedVideo, reportHref } from '#web/public/report/report-urls.ts';

it.each<[{ kind?: CaseKind; video?: string }, string]>([
  [{}, '/report'],
  [{ video: '7' }, '/report#video=7'],
  [{ kind: 'minor' }, '/report?kind=minor'],
  [{ kind: 'minor', video: '7' }, '/report?kind=minor#video=7'],
])('the form for %o is at %s', (target, href) => {
  expect(reportHref(target)).toBe(href);
  expect(reportedVideo(new URL(href, 'https://marquee.example'))).toBe(target.video ?? '');
});

it.each([
  ['older links, with the video in the query', '/report?kind=other&video=7', '7'],
  ['a fragment beside an older query', '/report?video=7#video=8', '8'],
  ['no id', '/report#video=seven', ''],
  ['an id that no video can have', `/report#video=${'1'.repeat(16)}`, ''],
  ['a fragment of something else', '/report#site', ''],
])('reads %s', (_what, href, video) => {
  expect(reportedVideo(new URL(href, 'https://marquee.example'))).toBe(video);
});

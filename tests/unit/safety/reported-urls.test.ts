import { describe, expect, it } from 'vitest';
import { reportedUrlsIn } from '#domain/cases/reported-videos.ts';

const site = 'https://videos.example.com';
const idsIn = (text: string) => reportedUrlsIn(text, site).flatMap(({ videoId }) => videoId ?? []);

describe('the URLs of a notice', () => {
  it.each([
    `${site}/video/41`,
    `${site}/video/41-quiet-harbour`,
    'http://www.videos.example.com/video/41/',
    'videos.example.com/video/41',
    '/video/41',
    'video/41',
    '41',
    '#41',
    `${site}/video/41?utm_source=chat#comments`,
    `${site}/%76ideo/41`,
    'https:/videos.example.com/video/41',
    `view-source:${site}/video/41`,
    'https：//videos.example.com/video/41',
    `\u202A${site}/video/41\u202C`,
    `${site}/video/41\u200B`,
    `[it](${site}/video/41)`,
    `*${site}/video/41*`,
    `URL=${site}/video/41`,
    `${site}/video/41!`,
    `${site}/video/41…`,
    `${site}/video/41:`,
    `${site}/age?to=/video/41`,
    `Look here: ${site}/video/41, please.`,
  ])('%s names a video', (text) => {
    expect(idsIn(text)).toEqual([41]);
  });

  it.each([
    `${site}/video/41,${site}/video/42`,
    `${site}/video/41;${site}/video/42`,
    `${site}/video/41, ${site}/video/42`,
    `${site}/video/41\n${site}/video/42\n${site}/video/41`,
    '41,42',
    '#41 #42',
    '/video/41|/video/42',
  ])('%s names two', (text) => {
    expect(idsIn(text)).toEqual([41, 42]);
  });

  it.each([
    'It was filmed when she was 16 and uploaded in 70 places',
    'at 12 Main Street',
    'my video from 2019',
    '16 years old',
  ])('%s names none, and is kept', (text) => {
    expect(reportedUrlsIn(text, site)).toEqual([{ text }]);
  });

  it('what is said besides a URL is kept', () => {
    const text = `At minute 3 of ${site}/video/41 there is my name`;
    expect(reportedUrlsIn(text, site)).toEqual([{ text: `${site}/video/41`, videoId: 41 }, { text }]);
  });

  it('a comma within a link to another site belongs to it', () => {
    expect(reportedUrlsIn('https://example.com/a,b;c', site)).toEqual([
      { text: 'https://example.com/a,b;c', link: 'https://example.com/a,b;c' },
    ]);
  });
});

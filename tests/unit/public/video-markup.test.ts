import { describe, expect, it } from 'vitest';
import type { WatchVideo } from '#web/components/video-card/card-video.ts';
import { watchPageData } from '#web/public/video/watch-page.ts';

const siteUrl = 'https://marquee.example';
const settings = { playInPlace: true, regions: null };
const of = (changes: Partial<WatchVideo>) => {
  const video = { id: 7, title: 'Rain', description: '', tags: [], performers: [], minutes: null, image: '/art/7.svg' };
  const embedUrl = 'https://player.example.com/embed/7';
  return watchPageData(siteUrl, { ...video, embedUrl, ...changes } as unknown as WatchVideo, settings as never);
};

describe('the markup of a video', () => {
  it('has a picture that search engines can show: drawings as JPEG, pictures of the proxy in a width', () => {
    expect(of({})).toMatchObject({ thumbnailUrl: 'https://marquee.example/art/7.jpg' });
    expect(of({ image: '/picture/abc' })).toMatchObject({
      thumbnailUrl: 'https://marquee.example/picture/abc/1280.webp',
    });
    expect(of({ image: 'https://pictures.example.com/7.svg' })).toMatchObject({ '@type': 'WebPage' });
  });

  it('names a player, or the video itself', () => {
    expect(of({})).toMatchObject({ embedUrl: 'https://player.example.com/embed/7' });
    const embedUrl = 'https://cdn.example.com/7.mp4';
    expect(of({ embedUrl })).toMatchObject({ contentUrl: embedUrl });
    expect(of({ embedUrl })).not.toHaveProperty('embedUrl');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { parseAllowance } from '#domain/fetching/outgoing-connections.ts';
import { allowPictureHosts, assertPublicUrls } from '#domain/fetching/public-url.ts';

afterEach(() => allowPictureHosts([]));

const isRefused = (entered: Parameters<typeof assertPublicUrls>[0], known?: readonly string[]) => {
  try {
    assertPublicUrls(entered, known);
    return false;
  } catch {
    return true;
  }
};

describe('a picture on a private host', () => {
  const own = ['http://pictures.internal:8080/1.jpg', 'http://10.0.0.7/1.jpg', 'http://[fd00::1]/1.jpg'];

  it('is refused unless FETCH_ALLOW names the host', () => {
    for (const image of own) expect([image, isRefused({ pictures: { image } })]).toEqual([image, true]);
    allowPictureHosts(['pictures.internal:8080', '10.0.0.0/8', 'fd00::1'].map(parseAllowance));
    for (const image of own) expect([image, isRefused({ pictures: { image } })]).toEqual([image, false]);
    expect(isRefused({ pictures: { image: 'http://10.0.0.7:9000/1.jpg' } })).toBe(true);
    expect(isRefused({ pictures: { image: 'http://ida:secret@10.0.0.7/1.jpg' } })).toBe(true);
  });

  it('does not allow links, which visitors follow themselves', () => {
    allowPictureHosts([parseAllowance('10.0.0.0/8')]);
    expect(isRefused({ links: { url: 'http://10.0.0.7/watch' } })).toBe(true);
  });

  it('stays what it was, and paths of the site are left alone', () => {
    expect(isRefused({ pictures: { image: own } }, own)).toBe(false);
    expect(isRefused({ pictures: { image: ['', '/art/1.svg'] } })).toBe(false);
  });
});

it.each(['nas.lan', 'nas.home.arpa', 'nas.home.arpa.'])(
  'a link to %s, a name of a private network, is refused',
  (host) => {
    expect(isRefused({ links: { url: `https://${host}/` } })).toBe(true);
  },
);

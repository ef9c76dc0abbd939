import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { type CrawlerDns, verifyCrawlers } from '#server/connections/crawlers.ts';

const requestOf = (ip: string, userAgent = 'Googlebot') =>
  ({ socket: { remoteAddress: ip }, headers: { 'user-agent': userAgent } }) as unknown as IncomingMessage;
const ipOf = ({ socket }: IncomingMessage) => socket.remoteAddress ?? '';

/** Answers when it is told to. */
const slowDns = () => {
  const asked: string[] = [];
  const { promise: told, resolve: answer } = Promise.withResolvers<void>();
  const reverse = async (ip: string) => {
    asked.push(ip);
    await told;
    return ['crawl.googlebot.com'];
  };
  return { asked, answer, dns: { reverse, resolve4: async () => ['192.0.2.1'] } as unknown as CrawlerDns };
};

describe('verifying crawlers', () => {
  it('waits for no answer, and uses it once it is there', async () => {
    const { dns, answer, asked } = slowDns();
    const { isVerified } = verifyCrawlers({ networks: [], ipOf, dns });
    expect(isVerified(requestOf('192.0.2.1'))).toBe(false);
    expect(isVerified(requestOf('::ffff:192.0.2.1'))).toBe(false);
    answer();
    await expect.poll(() => isVerified(requestOf('192.0.2.1'))).toBe(true);
    expect(isVerified(requestOf('::ffff:192.0.2.1'))).toBe(true);
    expect(asked).toEqual(['192.0.2.1']);
  });

  it('asks for a few IPs at a time, however many pretend', () => {
    const { dns, asked } = slowDns();
    const { isVerified } = verifyCrawlers({ networks: [], ipOf, dns });
    for (let n = 0; n < 1000; n++) isVerified(requestOf(`198.51.100.${n % 256}`, n % 2 ? 'Googlebot' : 'bingbot'));
    expect(asked).toHaveLength(10);
  });

  it('can wait for the answer', async () => {
    const { dns, answer } = slowDns();
    const { whenVerified } = verifyCrawlers({ networks: [], ipOf, dns });
    const requests = [requestOf('192.0.2.1'), requestOf('192.0.2.1'), requestOf('192.0.2.1', 'curl/8.0')];
    const verified = Promise.all(requests.map(whenVerified));
    answer();
    expect(await verified).toEqual([true, true, false]);
    expect(await whenVerified(requestOf('192.0.2.2'))).toBe(false);
  });

  it('goes on without DNS', async () => {
    const asked: string[] = [];
    const reverse = async (ip: string) => {
      asked.push(ip);
      throw Object.assign(new Error('queryPtr ESERVFAIL'), { code: 'ESERVFAIL' });
    };
    const { isVerified } = verifyCrawlers({ networks: [], ipOf, dns: { reverse } as unknown as CrawlerDns });
    for (let n = 0; n < 3; n++) {
      expect(isVerified(requestOf('192.0.2.1'))).toBe(false);
      await Promise.resolve();
    }
    expect(asked).toEqual(['192.0.2.1']);
  });
});

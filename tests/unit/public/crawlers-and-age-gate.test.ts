/** The age gate and the rate limits agree on who claims to be a search engine. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimedSearchEngine } from '#server/connections/crawlers.ts';

const script = readFileSync('src/web/first-paint.js', 'utf8');
const [, pattern = ''] = /const searchEngines =\s+\/(.*)\/i;/.exec(script) ?? [];
const passesGate = (userAgent: string) => new RegExp(pattern, 'i').test(userAgent);

describe('passes the age gate', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)',
    'Mozilla/5.0 (compatible; BingBot/2.0; +http://www.bing.com/bingbot.htm)',
    'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; YandexMobileBot/3.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; YandexRenderResourcesBot/1.0; +http://yandex.com/bots)',
    'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
    'Mozilla/5.0 (Macintosh) (Applebot/0.1; +http://www.apple.com/go/applebot)',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)',
    'Mozilla/5.0 (compatible; Qwantbot/1.0; +https://help.qwant.com/bot/)',
    'Mozilla/5.0 (compatible; Yeti/1.1; +https://naver.me/spd)',
  ])('%s', (userAgent) => {
    expect(passesGate(userAgent)).toBe(true);
    expect(claimedSearchEngine(userAgent)).toBeDefined();
  });
});

describe('is asked by the age gate', () => {
  it.each([
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/300.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 YaBrowser/25.0 Yowser/2.5 Safari/537.36',
    'Mozilla/5.0 (compatible; MyGooglebotReader/1.0)',
  ])('%s', (userAgent) => {
    expect(passesGate(userAgent)).toBe(false);
  });
});

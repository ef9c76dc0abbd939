/** Which clicks are a person's. */
import { expect, it } from 'vitest';
import { type Click, createClickJudge } from '#domain/results/clicks.ts';

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
const person = { network: '203.0.113.9', userAgent: phone };
const click: Click = { kind: 'play', target: '1', visitor: person, openMs: 5000, isBehindCache: false };

const judgeAt = ({ nodes = 1, sees = [person] } = {}) => {
  const clock = { ms: 1_000_000 };
  const judge = createClickJudge({ liveNodes: () => nodes, now: () => clock.ms });
  for (const visitor of sees) judge.sawPage(visitor);
  return { ...judge, clock };
};

it('a click on a page that the visitor has got counts', () => {
  expect(judgeAt().counts(click)).toBe(true);
});

it.each([
  'Googlebot/2.1 (+http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'curl/8.5.0',
  'python-requests/2.32',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/130.0.0.0 Safari/537.36',
  '',
  undefined,
])('the agent %j does not count', (userAgent) => {
  const visitor = { network: '203.0.113.9', userAgent };
  expect(judgeAt({ sees: [visitor as typeof person] }).counts({ ...click, visitor })).toBe(false);
});

it('a click without a page before, or long after one, does not count', () => {
  const judge = judgeAt();
  expect(judge.counts({ ...click, visitor: { ...person, network: '203.0.113.10' } })).toBe(false);
  judge.clock.ms += 7 * 3600_000;
  expect(judge.counts(click)).toBe(false);
  judge.sawPage(person);
  expect(judge.counts(click)).toBe(true);
});

it('where others send pages, too, no page before is needed', () => {
  expect(judgeAt({ sees: [] }).counts({ ...click, isBehindCache: true })).toBe(true);
  expect(judgeAt({ sees: [], nodes: 2 }).counts(click)).toBe(true);
});

it('a click faster than anybody can press does not count', () => {
  expect(judgeAt().counts({ ...click, openMs: 100 })).toBe(false);
});

it('the same video within ten minutes counts once, by whichever link', () => {
  const judge = judgeAt();
  expect(judge.counts(click)).toBe(true);
  judge.clock.ms += 9 * 60_000;
  expect(judge.counts({ ...click, kind: 'link' })).toBe(false);
  expect(judge.counts({ ...click, target: '2' })).toBe(true);
  expect(judge.counts({ ...click, kind: 'visit' })).toBe(true);
  judge.clock.ms += 2 * 60_000;
  expect(judge.counts(click)).toBe(true);
});

it('more than twenty clicks a minute of one visitor don’t count, and others’ do', () => {
  const other = { ...person, network: '203.0.113.10' };
  const judge = judgeAt({ sees: [person, other] });
  const counted = Array.from({ length: 50 }, (_, n) => judge.counts({ ...click, target: String(n) })).filter(Boolean);
  expect(counted).toHaveLength(20);
  expect(judge.counts({ ...click, visitor: other })).toBe(true);
  judge.clock.ms += 61_000;
  expect(judge.counts({ ...click, target: '99' })).toBe(true);
});

it('a network counts for a video only so often, whatever its visitors call themselves', () => {
  const judge = judgeAt();
  const asAnother = (each: number, network = person.network) =>
    judge.counts({ ...click, visitor: { network, userAgent: `${phone} ${each}` }, isBehindCache: true });
  const counted = Array.from({ length: 100 }, (_, each) => asAnother(each)).filter(Boolean);
  expect(counted).toHaveLength(30);
  expect(asAnother(0, '203.0.113.10')).toBe(true);
  expect(judge.counts({ ...click, target: '2' })).toBe(true);
  judge.clock.ms += 11 * 60_000;
  expect(asAnother(0)).toBe(true);
});

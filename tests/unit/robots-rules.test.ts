import { describe, expect, it } from 'vitest';
import { readRobotsRules } from '#domain/fetching/robots-rules.ts';

const isAllowed = (text: string, path: string) => readRobotsRules(text, 'Marquee').isAllowed(`https://one.test${path}`);
const disallows = (pattern: string, path: string) => !isAllowed(`User-agent: *\nDisallow: ${pattern}`, path);

it.each([
  ['/watch', '/watch/1', true],
  ['/watch', '/Watch/1', false],
  ['/watch/', '/watch', false],
  ['/', '/', true],
  ['/*/private', '/a/b/private/1', true],
  ['/*.php$', '/a.php', true],
  ['/*.php$', '/a.php?x=1', false],
  ['/a$', '/a', true],
  ['/a$', '/ab', false],
  ['/a*a$', '/a', false],
  ['/a*a$', '/aa', true],
  ['*/watch', '/en/watch/1', true],
  ['/?v=', '/?v=12', true],
  ['/ö', '/%C3%B6/1', true],
  ['/%c3%b6', '/ö', true],
  ['/a # a remark', '/a', true],
])('the pattern %s forbids %s: %s', (pattern, path, expected) => {
  expect(disallows(pattern, path)).toBe(expected);
});

it('the longest rule decides, and allowing before forbidding', () => {
  const text = 'User-agent: *\nDisallow: /\nAllow: /watch\nDisallow: /watch/secret\nDisallow: /both\nAllow: /both';
  expect(['/', '/watch/1', '/watch/secret/1', '/both'].map((path) => isAllowed(text, path))).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

describe('groups', () => {
  it('those for us count, wherever they stand, and those for all robots do not then', () => {
    const text =
      'User-agent: *\nDisallow: /\n\nuser-agent: marquee/1.0\nDisallow: /a\n\nUser-agent: other\nDisallow: /b\n\nUser-agent: other\nUser-agent: MARQUEE\nDisallow: /c';
    expect(['/', '/a', '/b', '/c'].map((path) => isAllowed(text, path))).toEqual([true, false, true, false]);
  });

  it('one that is for us and for all is for us', () => {
    expect(isAllowed('User-agent: Marquee\nUser-agent: *\nDisallow: /', '/a')).toBe(false);
    expect(isAllowed('User-agent: *\nUser-agent: Marquee\nDisallow: /', '/a')).toBe(false);
  });

  it('what is said to others, or to nobody, is not for us', () => {
    expect(isAllowed('Disallow: /\nUser-agent: other\nDisallow: /', '/a')).toBe(true);
  });
});

it.each([
  ['10', 10],
  ['0.5', 0.5],
  ['-1', undefined],
  ['soon', undefined],
  ['', undefined],
])('a crawl delay of "%s" is %s seconds', (value, seconds) => {
  expect(readRobotsRules(`User-agent: *\nCrawl-delay: ${value}`, 'Marquee').delaySeconds).toBe(seconds);
});

describe('a file that is meant to keep robots busy', () => {
  // Thousands of megabytes, if each name had the rules.
  it('may name thousands of robots before thousands of rules', () => {
    const names = Array.from({ length: 9000 }, (_, at) => `user-agent:${at}`).join('\n');
    const text = `${names}\nuser-agent:*\n${'allow:/\n'.repeat(20_000)}disallow:/a`;
    expect(isAllowed(text, '/a')).toBe(false);
  });

  it('may consist of asterisks', () => {
    expect(disallows(`/${'*'.repeat(500_000)}b`, `/${'a'.repeat(1900)}`)).toBe(false);
    expect(disallows(`/${'*a'.repeat(250_000)}`, `/${'a'.repeat(1900)}`)).toBe(false);
  });

  it('forbids everything with more wildcards than anybody needs', () => {
    expect(isAllowed(`User-agent: *\n${'Disallow: /*b\n'.repeat(2000)}`, '/a')).toBe(false);
  });
});

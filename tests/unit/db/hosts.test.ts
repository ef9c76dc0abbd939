import { expect, test } from 'vitest';
import { hostUrls } from '#db/hosts.ts';

test.each([
  ['postgres://a/db', ['postgres://a/db']],
  ['postgres://a,b/db', ['postgres://a/db', 'postgres://b/db']],
  [
    'postgresql://user:p,w@a:5432, b:5433/db?sslmode=require,x',
    ['postgresql://user:p,w@a:5432/db?sslmode=require,x', 'postgresql://user:p,w@b:5433/db?sslmode=require,x'],
  ],
  ['postgres://u:p@ss@[::1]:1,[::2]:2', ['postgres://u:p@ss@[::1]:1', 'postgres://u:p@ss@[::2]:2']],
  ['postgres:///db?host=/tmp,x', ['postgres:///db?host=/tmp,x']],
  ['not a url, or two', ['not a url, or two']],
])('the hosts of %s', (url, urls) => {
  expect(hostUrls(url)).toEqual(urls);
});

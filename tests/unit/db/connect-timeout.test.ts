import { expect, it } from 'vitest';
import { connectTimeoutMs } from '#db/hosts.ts';

it.each([
  ['postgres://a@host/b', 5000],
  ['postgres://a@host/b?connect_timeout=20', 20_000],
  ['postgres://a@host,other/b?sslmode=require&connect_timeout=3', 3000],
  ['postgres://a@host/b?connect_timeout=0', 5000],
  ['postgres://a@host/b?connect_timeout=soon', 5000],
])('%s waits %i ms for a connection', (url, ms) => {
  expect(connectTimeoutMs(url, 5000)).toBe(ms);
});

import { expect, it } from 'vitest';
import { sessionCookieName } from '#api/http/cookies.ts';
import { readDeployFile } from './deploy-files.ts';

it.each(['nginx/marquee.conf', 'haproxy/haproxy.cfg'])(
  '%s keeps an admin on one node by the session cookie',
  (path) => {
    expect(readDeployFile(path)).toContain(sessionCookieName('https://directory.example.com'));
  },
);

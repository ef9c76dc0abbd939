import type { BenchSite } from '../support/site-of-size.ts';
import type { Row } from '../support/table.ts';
import { type Attack, idleFiles, nextIp } from './attack.ts';
import { type Answer, send, sendJson } from './send.ts';

type Request = (site: BenchSite, ip: string) => Promise<Answer>;

const signInAs =
  (email: string): Request =>
  ({ url }, ip) =>
    sendJson(`${url}/api/adminlogin`, { email, password: 'guess' }, { ip });

/** Requests that once got a wrong response. */
const requests: [name: string, request: Request, expected: number[]][] = [
  ['NUL in an email', signInAs('a\u0000@example.com'), [400, 401]],
  ['a lone surrogate in an email', signInAs('a\ud800@example.com'), [400, 401]],
  ['metrics without X-Forwarded-For', ({ url }, ip) => send(`${url}/metrics`, { ip }), [302, 404]],
  ['a POST to a page', ({ url }, ip) => send(`${url}/nothing`, { ip, method: 'POST', body: '[[' }), [404]],
];

export const singleRequestAttacks: Attack[] = [
  {
    name: 'single requests',
    maxFiles: idleFiles,
    run: async (site) => {
      const rows: Row[] = [];
      for (const [name, request, expected] of requests) {
        const { status } = await request(site, nextIp());
        rows.push({
          name: `  ${name}`,
          figure: String(status),
          target: expected.join(' or '),
          met: expected.includes(status),
        });
      }
      return rows;
    },
  },
];

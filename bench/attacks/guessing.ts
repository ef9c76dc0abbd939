import { randomBytes } from 'node:crypto';
import { runCommand } from '../../tests/support/running-site.ts';
import type { BenchSite } from '../support/site-of-size.ts';
import { percentile } from '../support/steady-load.ts';
import { type Attack, idleFiles, nextIp } from './attack.ts';
import { type Answer, countStatuses, send, sendJson } from './send.ts';

const createAdmin = async ({ dataDir }: BenchSite) => {
  const username = `target-${randomBytes(4).toString('hex')}`;
  const admin = { username, email: `${username}@example.com`, password: `password of ${username}` };
  const { status, output } = await runCommand(
    ['admin', 'create', admin.username, admin.email],
    { DATA_DIR: dataDir },
    `${admin.password}\n`,
  );
  if (status !== 0) throw new Error(output);
  return admin;
};

const signIn = ({ url }: BenchSite, email: string, password: string, ip: string, headers = {}) =>
  sendJson(`${url}/api/adminlogin`, { email, password }, { ip, headers });

const guesses = async (count: number, guess: (n: number) => Promise<Answer>) => {
  const answers: Answer[] = [];
  for (let n = 0; n < count; n++) answers.push(await guess(n));
  return answers;
};

const fromTheAdminsIp: Attack = {
  name: "180 guesses from the admin's own IP",
  maxFiles: idleFiles,
  run: async (site) => {
    const ip = nextIp();
    const admin = await createAdmin(site);
    await signIn(site, admin.email, admin.password, ip);
    const answers = await guesses(180, (n) => signIn(site, admin.email, `guess ${n}`, ip));
    const checked = answers.filter(({ status }) => status === 401).length;
    const log = await send(`${site.url}/api/audit?action=failed_login&limit=200`, {
      ip,
      headers: { cookie: site.cookie },
    });
    const { entries = [] } = JSON.parse(log.text) as { entries?: { ip: string; after: { attempts: number } }[] };
    const recorded = entries.find((entry) => entry.ip === ip)?.after.attempts ?? 0;
    return [
      {
        name: '  passwords that were checked',
        figure: `${checked} (${countStatuses(answers)})`,
        target: 'at most 10',
        met: checked <= 10,
      },
      { name: '  attempts in the audit log', figure: String(recorded), target: '180', met: recorded === 180 },
    ];
  },
};

const behindAProxy: Attack = {
  name: '20 wrong guesses behind a proxy that is not trusted',
  maxFiles: idleFiles,
  run: async (site) => {
    const ip = nextIp();
    const admin = await createAdmin(site);
    const forwarded = { 'x-forwarded-for': '198.51.100.7' };
    await guesses(20, (n) => signIn(site, `spray${n}@example.com`, 'guess', ip, forwarded));
    const { status } = await signIn(site, admin.email, admin.password, ip, forwarded);
    return [{ name: '  an admin signs in afterwards', figure: String(status), target: '200', met: status === 200 }];
  },
};

const existence: Attack = {
  name: 'which accounts exist',
  maxFiles: idleFiles,
  run: async (site) => {
    const known: Answer[] = [];
    const unknown: Answer[] = [];
    for (let round = 0; round < 3; round++) {
      const { email } = await createAdmin(site);
      const nobody = `nobody-${randomBytes(4).toString('hex')}@example.com`;
      const ip = nextIp();
      for (let n = 0; n < 8; n++) {
        known.push(await signIn(site, email, `guess ${n}`, ip));
        unknown.push(await signIn(site, nobody, `guess ${n}`, nextIp()));
      }
    }
    const shown = (answers: Answer[]) => answers.map(({ status, text }) => `${status} ${text}`).join('\n');
    // Only attempts whose password was checked. The others are refused earlier, whether or not the account exists.
    const median = (answers: Answer[]) =>
      percentile(
        0.5,
        answers.filter(({ status }) => status === 401).map(({ ms }) => ms),
      );
    return [
      {
        name: '  responses for known and unknown accounts',
        figure: shown(known) === shown(unknown) ? 'the same' : 'different',
        target: 'the same',
        met: shown(known) === shown(unknown),
      },
      {
        name: '  time for known and unknown accounts',
        figure: `p50 ${median(known)} and ${median(unknown)} ms`,
        target: '-',
        met: true,
      },
    ];
  },
};

const weakPasswords: Attack = {
  name: 'weak passwords',
  maxFiles: idleFiles,
  run: async (site) => {
    const ip = nextIp();
    const { username, email, password } = await createAdmin(site);
    const { cookies } = await signIn(site, email, password, ip);
    const weak = ['123456', username, '      ', password];
    const answers: Answer[] = [];
    for (const newPassword of weak)
      answers.push(
        await sendJson(
          `${site.url}/api/admin/me/password`,
          { currentPassword: password, newPassword },
          { ip, headers: { cookie: cookies.join('; ') } },
        ),
      );
    const met = answers.every(({ status }) => status === 400);
    return [{ name: '  responses', figure: countStatuses(answers), target: `${weak.length} × 400`, met }];
  },
};

export const guessingAttacks: Attack[] = [fromTheAdminsIp, behindAProxy, existence, weakPasswords];

/** `marquee doctor` beside a running site, and on sites with something wrong. */
import { readdirSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failJob } from '../../support/failed-job.ts';
import { type Mailbox, openMailbox } from '../../support/mailbox.ts';
import { startTestSite, type TestSite } from '../../support/site.ts';
import { doctor } from './run-doctor.ts';

let site: TestSite;
let mailbox: Mailbox;
beforeAll(async () => {
  [site, mailbox] = await Promise.all([startTestSite({}, { runsJobs: true }), openMailbox()]);
});
afterAll(() => Promise.all([site.stop(), mailbox.close()]));

const environment = () => {
  const { port } = new URL(site.url);
  return {
    DATABASE_URL: site.sameDatabase.databaseUrl ?? '',
    DATABASE_OWNER_URL: site.sameDatabase.databaseOwnerUrl ?? '',
    DATA_DIR: site.config.dataDir,
    PORT: port,
    SITE_URL: `http://localhost:${port}`,
  };
};

const listen = async (server: Server) => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return String((server.address() as AddressInfo).port);
};

describe('a healthy site', () => {
  it('gets a line for each part, and exit code 1 while something is left to do', async () => {
    const env = { ...environment(), SMTP_URL: mailbox.url, MAIL_FROM: 'Site <site@example.com>' };
    const { status, output } = await doctor(env);
    for (const line of [
      /^ok +Configuration +\d+ variables are set and valid\.$/m,
      /^ok +Data folder +\S+ is writable for user \S+\.$/m,
      /^\w+ +Database +The database on 127\.0\.0\.1:\d+ responds in [\w ]+ ms: PostgreSQL [\d.]+, .+ connections\.$/m,
      /^ok +Schema +The schema is that of Marquee [\d.]+\.$/m,
      /^ok +Database roles +The site's role \w+ may read and write rows\.$/m,
      /^ok +Secret key +Nothing is sealed with the key in \S+secret\.key yet\. All machines/m,
      /^ok +Nodes +The node \S+ is serving\.$/m,
      /^ok +Index +The index has 0 videos and follows every change\.$/m,
      /^warning +Backups +The site makes no backups\.\n +→ Set BACKUP_TO/m,
      /^warning +Policies +Missing on the footer pages: legal name of the operator, /m,
      /^warning +Example links +Visitors are sent to example\.com by: /m,
      /^ok +Clock +The clock agrees with that of the database\.$/m,
      /^ok +Ports +The site responds on port \d+: Marquee [\d.]+\.$/m,
      /^ok +Proxy headers +http:\/\/localhost:\d+ leads to this site, with the right headers\. TRUST_PROXY is false\.$/m,
      /^ok +Pictures +Pictures use about 0 bytes of 2\.0 GB in \S+pictures\.$/m,
      /^ok +Pictures +Pictures can be encoded as AVIF and WebP\.$/m,
      /^ok +Pictures +Picture URLs are signed with the secret key\./m,
      /^ok +Mail server +The mail server 127\.0\.0\.1:\d+ responds and accepts the login\.$/m,
      /^ok +Mail +No email has been sent yet, and none are waiting\.$/m,
    ])
      expect(output).toMatch(line);
    expect(output).not.toMatch(/FAILURE/);
    expect(mailbox.mails).toEqual([]);
    expect(status).toBe(1);
  });

  it('can be read by programs', async () => {
    const { status, output } = await doctor(environment(), '--json');
    const checks = JSON.parse(output);
    expect(checks.find(({ part }: { part: string }) => part === 'Schema')).toEqual({
      part: 'Schema',
      state: 'ok',
      sentence: expect.stringContaining('The schema is that of Marquee'),
    });
    expect(status).toBe(1);
  });

  it('finds nothing changed', async () => {
    const files = () => readdirSync(site.config.dataDir, { recursive: true }).sort();
    const before = files();
    const { rows } = await site.owner.pool.query('select * from migrations order by name');
    await doctor(environment());
    expect(files()).toEqual(before);
    expect((await site.owner.pool.query('select * from migrations order by name')).rows).toEqual(rows);
  });
});

describe('something wrong', () => {
  it('is a configuration that cannot be read', async () => {
    const { status, output } = await doctor({ ...environment(), PORT: 'web', SITE_URL: 'example.com' });
    expect(output).toContain('FAILURE  Configuration   PORT must be a whole number from 0 to 65535.');
    expect(output).toContain('FAILURE  Configuration   SITE_URL must be a URL that starts with http:// or https://.');
    expect(output).toContain('2 failures, 0 warnings.');
    expect(status).toBe(2);
  });

  it('is a variable that nobody reads', async () => {
    const { status, output } = await doctor({ ...environment(), TRUST_PROXIE: 'loopback' });
    expect(output).toMatch(
      /^warning +Configuration +Unknown variable TRUST_PROXIE\.\n +→ Did you mean TRUST_PROXY\?$/m,
    );
    expect(status).toBe(1);
  });

  it('is a wrong password, which is not printed', async () => {
    const url = Object.assign(new URL(environment().DATABASE_URL), { password: 'not-the-password' }).href;
    const { status, output } = await doctor({ ...environment(), DATABASE_URL: url });
    expect(output).toMatch(/^FAILURE +Database +The database on \S+ does not respond: password authentication failed/m);
    expect(output).toContain('→ Correct the user or the password in DATABASE_URL.');
    expect(output).not.toContain('not-the-password');
    expect(status).toBe(2);
  });

  it('is a data folder that is no folder', async () => {
    const { status, output } = await doctor({ ...environment(), DATA_DIR: `${import.meta.filename}/data` });
    expect(output).toContain(`${import.meta.filename} is not a folder.`);
    expect(status).toBe(2);
  });

  it('is a data folder that cannot be created', async () => {
    const { status, output } = await doctor({ ...environment(), DATA_DIR: '/proc/nope' });
    expect(output).toMatch(/^FAILURE +Data folder +\/proc\/nope cannot be created: \/proc belongs to the kernel\.$/m);
    expect(output).toContain('The disk of the data folder does not report its size.');
    expect(status).toBe(2);
  });

  it('is a folder for backups that does not exist', async () => {
    const { status, output } = await doctor({ ...environment(), BACKUP_TO: '/nowhere/at all' });
    expect(output).toMatch(/^FAILURE +Backups +Backups cannot be written to \/nowhere\/at all \(ENOENT\)\.$/m);
    expect(status).toBe(2);
  });

  it('is a folder for pictures that cannot be used', async () => {
    const { status, output } = await doctor({ ...environment(), PICTURE_CACHE_DIR: import.meta.filename });
    expect(output).toMatch(/^FAILURE +Pictures +.+doctor\.test\.ts is not a folder\.\n +→ Set PICTURE_CACHE_DIR/m);
    expect(status).toBe(2);
  });

  it('is a port that another program has', async () => {
    const other = createHttpServer((_request, response) => response.end('{"status":"ok"}'));
    try {
      const { status, output } = await doctor({ ...environment(), PORT: await listen(other) });
      expect(output).toMatch(/^FAILURE +Ports +Port \d+ is used by another program, or by/m);
      expect(status).toBe(2);
    } finally {
      other.close();
    }
  });

  it('is a mail server that is down', async () => {
    const SMTP_URL = 'smtp://sender:postman-secret@127.0.0.1:9';
    const { status, output } = await doctor({ ...environment(), SMTP_URL });
    expect(output).toMatch(
      /^FAILURE +Mail server +The mail server 127\.0\.0\.1:9 does not accept emails: .*ECONNREFUSED/m,
    );
    expect(output).not.toContain('postman-secret');
    expect(status).toBe(2);
  });

  it('is a host that never answers, which ends with a sentence', async () => {
    const sockets = new Set<{ destroy: () => void }>();
    const silent = createServer((socket) => void sockets.add(socket));
    const silentToo = createServer((socket) => void sockets.add(socket));
    try {
      const port = await listen(silent);
      const metricsPort = await listen(silentToo);
      const { status, output } = await doctor({
        ...environment(),
        DATABASE_URL: `postgres://marquee@127.0.0.1:${port}/marquee`,
        DATABASE_OWNER_URL: '',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        PORT: port,
        METRICS_PORT: metricsPort,
      });
      expect(output).toMatch(/^FAILURE +Database +The database on \S+ does not respond: .*timeout/m);
      expect(output).toMatch(
        /^FAILURE +Mail server +The mail server \S+ does not accept emails: Greeting never received/m,
      );
      for (const each of [port, metricsPort])
        expect(output).toMatch(
          new RegExp(
            `^FAILURE +Ports +A program uses port ${each} but does not respond: no answer within 5 seconds\\.$`,
            'm',
          ),
        );
      expect(status).toBe(2);
    } finally {
      for (const socket of sockets) socket.destroy();
      silent.close();
      silentToo.close();
    }
  });

  it('is a proxy that is not trusted', async () => {
    const proxy = createHttpServer((incoming, outgoing) => {
      const headers = { ...incoming.headers, 'x-forwarded-for': '192.0.2.7' };
      request(`${site.url}${incoming.url}`, { headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }).end();
    });
    try {
      const SITE_URL = `http://localhost:${await listen(proxy)}`;
      const { status, output } = await doctor({ ...environment(), SITE_URL });
      expect(output).toMatch(
        /^warning +Proxy headers +Requests arrive through a proxy at 127\.0\.0\.1 that is not trusted/m,
      );
      expect(output).toContain('→ Set TRUST_PROXY=127.0.0.1 and restart the site.');
      expect(status).toBe(1);
    } finally {
      proxy.close();
    }
  });

  it('is a schema that is older or newer than this version', async () => {
    const { pool } = site.owner;
    const { rows } = await pool.query(
      'delete from migrations where name = (select max(name) from migrations) returning name, checksum',
    );
    const older = await doctor(environment());
    expect(older.output).toMatch(
      /^warning +Schema +The schema is older than Marquee .*: 1 migration will be applied\.$/m,
    );
    expect(older.status).toBe(1);
    await pool.query('insert into migrations (name, checksum) values ($1, $2)', [rows[0].name, rows[0].checksum]);
    await pool.query(`insert into migrations (name, checksum) values ('9999_future', 'x')`);
    const newer = await doctor(environment());
    expect(newer.output).toMatch(
      /^ok +Schema +A newer version has added 1 migration, which Marquee [\d.]+ is compatible/m,
    );
    expect(newer.status).toBe(1);
    await pool.query(`update migrations set requires = '999.0.0' where name = '9999_future'`);
    const excluded = await doctor(environment());
    await pool.query(`delete from migrations where name = '9999_future'`);
    expect(excluded.output).toMatch(/^FAILURE +Schema +The database has the migration 9999_future, after which/m);
    expect(excluded.output).toContain('Start Marquee 999.0.0 or newer.');
    expect(excluded.status).toBe(2);
  });

  it('is a job that failed last time', async () => {
    await failJob(site.database.db, 'the disk is full');
    const { status, output } = await doctor(environment());
    expect(output).toMatch(
      /^FAILURE +Jobs +“Permanently delete records after 30 days” failed on .* UTC: the disk is full\.$/m,
    );
    expect(status).toBe(2);
  });

  it('is told to nobody else: without the secret key there is no such page', async () => {
    const response = await fetch(`${site.url}/healthz/arrival`, { headers: { 'x-doctor': 'nonce signature' } });
    expect(response.status).toBe(404);
  });
});

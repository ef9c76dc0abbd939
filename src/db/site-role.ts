import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { createClient } from './client.ts';

/** The role that the site connects as: it may read and write rows, but not change the schema. */
export const embeddedSiteRole = 'marquee_site';

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = createClient(url);
  await client.connect();
  try {
    // Without the lock, concurrent changes of roles or grants fail with "tuple concurrently updated".
    await client.query("select pg_advisory_lock(hashtext('marquee roles'))");
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Creates the role in the embedded server unless it exists, and returns its password. */
export const ensureSiteRole = (superuserUrl: string, passwordFile: string): Promise<string> =>
  withClient(superuserUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [embeddedSiteRole]);
    if (rowCount && existsSync(passwordFile)) return readFileSync(passwordFile, 'utf8').trim();
    const password = randomBytes(24).toString('hex');
    const action = rowCount ? 'alter' : 'create';
    await client.query(`${action} role ${embeddedSiteRole} login password ${pg.escapeLiteral(password)}`);
    writeFileSync(passwordFile, password, { mode: 0o600 });
    return password;
  });

/**
 * Grants a role reading and writing of the rows of all tables, and nothing else. Repeated after migrations, for new
 * tables. The audit log is append-only, except for `after`, where failed sign-ins are counted.
 */
export const grantRows = (ownerUrl: string, roleName: string): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    const role = pg.escapeIdentifier(roleName);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = pg.escapeIdentifier(rows[0]?.name ?? '');
    const schemas = 'public, pgboss';
    await client.query(`
      revoke temporary on database ${database} from public;
      revoke create on schema public from public;
      grant usage on schema ${schemas} to ${role};
      grant select, insert, update, delete on all tables in schema ${schemas} to ${role};
      grant usage, select, update on all sequences in schema ${schemas} to ${role};
      revoke insert, update, delete on migrations from ${role};
      revoke update, delete on audit_log from ${role};
      grant update (after) on audit_log to ${role}`);
  });

import type pg from 'pg';
import type { Db } from '#db/database.ts';
import { appliedToday, howToComplete, readMigrations } from '#db/migrations.ts';
import { isOlder, version } from '#db/version.ts';
import { countSealedSecrets } from '#domain/accounts/authenticator-app.ts';
import { deriveKeys } from '#domain/secrets.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const schemaPart = 'Schema';
const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

export interface SchemaDiagnosis {
  check: Check;
  /** True if the database has the tables that this version needs. */
  isCurrent: boolean;
}

interface Applied {
  name: string;
  checksum: string;
  /** The oldest version that can use the database after the migration. Null for any version. */
  requires: string | null;
}

const readApplied = async (client: pg.Client) => {
  // Read through JSON, because the column is missing in old databases.
  const { rows } = await client.query<Applied>(
    "select name, checksum, to_jsonb(migrations) ->> 'requires' as requires from migrations",
  );
  return rows;
};

const notCurrent = (check: Check): SchemaDiagnosis => ({ check, isCurrent: false });

/** Compares the schema of the database with the one that this version expects. */
export const checkSchema = async (client: pg.Client, migrations = readMigrations()): Promise<SchemaDiagnosis> => {
  let stored: Applied[];
  try {
    stored = await readApplied(client);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefinedTable)
      return notCurrent(ok(schemaPart, 'The database is empty: the first start creates its tables.'));
    if (code === insufficientPrivilege)
      return notCurrent(
        failure(
          schemaPart,
          'The role of DATABASE_URL may not read the tables.',
          'Set DATABASE_OWNER_URL and run "npx marquee migrate", which grants missing rights.',
        ),
      );
    throw error;
  }
  const applied = appliedToday(stored, migrations);
  if (!applied)
    return notCurrent(
      failure(
        schemaPart,
        'The schema is that of an earlier development version.',
        `Back up the database, ${howToComplete}, and then this one.`,
      ),
    );
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !known.has(name));
  const excluding = unknown.find(({ requires }) => requires !== null && isOlder(version, requires));
  if (excluding)
    return notCurrent(
      failure(
        schemaPart,
        `The database has the migration ${excluding.name}, after which Marquee ${version} can no longer use it.`,
        `Start Marquee ${excluding.requires} or newer.`,
      ),
    );
  const changed = applied.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (changed)
    return notCurrent(
      failure(
        schemaPart,
        `The migration ${changed.name} was changed after it was applied.`,
        'Restore its original file in migrations/.',
      ),
    );
  const pending = migrations.length - (applied.length - unknown.length);
  if (pending === 0) {
    const state =
      unknown.length === 0
        ? `The schema is that of Marquee ${version}.`
        : `A newer version has added ${plural(unknown.length, 'migration')}, which Marquee ${version} is compatible with.`;
    return { check: ok(schemaPart, state), isCurrent: true };
  }
  return notCurrent(
    warning(
      schemaPart,
      `The schema is older than Marquee ${version}: ${plural(pending, 'migration')} will be applied.`,
      'Back up the database and start this version, or run "npx marquee migrate": older versions can keep running meanwhile.',
    ),
  );
};

const rolesPart = 'Database roles';

interface Rights {
  role: string;
  isSuperuser: boolean;
  /** True if it owns all tables, or is a member of the role that does. */
  ownsTables: boolean;
  mayCreate: boolean;
  /** A table that the role may not read or write. */
  missing: string | null;
}

const readRights = async (client: pg.Client): Promise<Rights> => {
  const { rows } = await client.query<Rights>(`
    with tables as (
      select oid, relowner from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
    )
    select current_user as role,
           (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
           (select coalesce(bool_and(pg_has_role(relowner, 'usage')), true) from tables) as "ownsTables",
           has_schema_privilege('public', 'create') as "mayCreate",
           (select oid::regclass::text from tables
            where not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert')) limit 1) as missing`);
  if (!rows[0]) throw new Error('the database named no role');
  return rows[0];
};

const judgeSite = ({ role, isSuperuser, missing }: Rights): Check => {
  if (isSuperuser)
    return warning(
      rolesPart,
      `The site connects as ${role}, a superuser, which has more rights than needed.`,
      'Give the site a role of its own: docs/operations/install.md, Database roles.',
    );
  if (missing !== null)
    return failure(
      rolesPart,
      `The site's role ${role} may not read and write the table ${missing}.`,
      'Run "npx marquee migrate" with DATABASE_OWNER_URL, which grants missing rights.',
    );
  return ok(rolesPart, `The site's role ${role} may read and write rows.`);
};

const judgeOwner = ({ role, isSuperuser, ownsTables, mayCreate }: Rights): Check => {
  if (isSuperuser || (ownsTables && mayCreate)) return ok(rolesPart, `${role} may migrate the schema.`);
  const lack = ownsTables ? 'may not create tables in the schema public' : 'does not own all tables';
  return failure(
    rolesPart,
    `${role} ${lack}, so a new version could not migrate them.`,
    'Set DATABASE_OWNER_URL to the role that owns them, or grant it that right.',
  );
};

/** The site's role should have minimal rights, and the owner sufficient ones. */
export const checkRoles = async (site: pg.Client, owner: pg.Client): Promise<Check[]> => [
  judgeSite(await readRights(site)),
  judgeOwner(await readRights(owner)),
];

/** Checks that the secrets in the database were sealed with this key. */
export const checkSecretKey = async (db: Db, secretKey: Buffer, place: string): Promise<Check> => {
  const { sealed, unreadable } = await countSealedSecrets(db, deriveKeys(secretKey));
  if (sealed === 0)
    return ok(
      'Secret key',
      `Nothing is sealed with the key in ${place} yet. All machines of the site need the same one.`,
    );
  return unreadable === 0
    ? ok('Secret key', `The key in ${place} fits the database. Other machines of the site need the same one.`)
    : failure(
        'Secret key',
        `The key in ${place} does not fit ${plural(unreadable, 'authenticator app')}.`,
        'Restore secret.key or SECRET_KEY (docs/operations/install.md, Secret key).',
      );
};

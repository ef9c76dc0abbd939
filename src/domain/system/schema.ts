import type pg from 'pg';
import { appliedToday, howToComplete } from '#db/first-schema.ts';
import { readMigrations } from '#db/migration.ts';
import { isOlder, version } from '#db/version.ts';
import { type Check, failure, ok, warning } from './check.ts';
import { plural } from './format.ts';

const part = 'Schema';
const undefinedTable = '42P01';
const insufficientPrivilege = '42501';

export interface SchemaDiagnosis {
  check: Check;
  /** Whether it has the tables that this version knows. */
  isCurrent: boolean;
}

interface Applied {
  name: string;
  checksum: string;
  /** The oldest version that can use the database since then; null if every one can. */
  requires: string | null;
}

const readApplied = async (client: pg.Client) => {
  // A database that was not migrated for long has no such column.
  const { rows } = await client.query<Applied>(
    "select name, checksum, to_jsonb(migrations) ->> 'requires' as requires from migrations",
  );
  return rows;
};

const isOther = (check: Check): SchemaDiagnosis => ({ check, isCurrent: false });

/** Compares the schema of the database with what this version of Marquee expects. */
export const checkSchema = async (client: pg.Client, migrations = readMigrations()): Promise<SchemaDiagnosis> => {
  let stored: Applied[];
  try {
    stored = await readApplied(client);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefinedTable) return isOther(ok(part, 'The database is empty: the first start creates its tables.'));
    if (code === insufficientPrivilege)
      return isOther(
        failure(
          part,
          'The role of DATABASE_URL may not read the tables.',
          'Set DATABASE_OWNER_URL and run "npx marquee migrate": it grants what is missing.',
        ),
      );
    throw error;
  }
  const applied = appliedToday(stored, migrations);
  if (!applied)
    return isOther(
      failure(
        part,
        'The schema is that of an earlier development version.',
        `Back up the database, ${howToComplete}, and then this one.`,
      ),
    );
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !known.has(name));
  const excluding = unknown.find(({ requires }) => requires !== null && isOlder(version, requires));
  if (excluding)
    return isOther(
      failure(
        part,
        `The database has the migration ${excluding.name}, after which Marquee ${version} cannot use it any more.`,
        `Start Marquee ${excluding.requires} or newer.`,
      ),
    );
  const changed = applied.find(({ name, checksum }) => known.has(name) && known.get(name) !== checksum);
  if (changed)
    return isOther(
      failure(
        part,
        `The migration ${changed.name} was changed after it was applied.`,
        'Put its file in migrations/ back as it was.',
      ),
    );
  const pending = migrations.length - (applied.length - unknown.length);
  if (pending === 0) {
    const state =
      unknown.length === 0
        ? `The schema is that of Marquee ${version}.`
        : `A newer version has added ${plural(unknown.length, 'migration')}, which Marquee ${version} can live with.`;
    return { check: ok(part, state), isCurrent: true };
  }
  return isOther(
    warning(
      part,
      `The schema is older than Marquee ${version}: ${plural(pending, 'migration')} will be applied.`,
      'Back up the database and start this version, or run "npx marquee migrate": older versions may run on meanwhile.',
    ),
  );
};

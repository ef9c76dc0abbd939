import type pg from 'pg';
import { type Check, failure, ok, warning } from './check.ts';

const part = 'Database roles';

interface Rights {
  role: string;
  isSuperuser: boolean;
  /** Whether it owns all tables, or is a member of the role that does. */
  ownsTables: boolean;
  mayCreate: boolean;
  /** A table that it may not read and write. */
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
      part,
      `The site connects as ${role}, a superuser, who may do more than it needs.`,
      'Give the site a role of its own: docs/operations.md, Database roles.',
    );
  if (missing !== null)
    return failure(
      part,
      `The site's role ${role} may not read and write the table ${missing}.`,
      'Run "npx marquee migrate" with DATABASE_OWNER_URL: it grants what is missing.',
    );
  return ok(part, `The site's role ${role} may read and write rows.`);
};

const judgeOwner = ({ role, isSuperuser, ownsTables, mayCreate }: Rights): Check => {
  if (isSuperuser || (ownsTables && mayCreate)) return ok(part, `${role} may migrate the schema.`);
  const lack = ownsTables ? 'may not create tables in the schema public' : 'does not own all tables';
  return failure(
    part,
    `${role} ${lack}, so a new version could not migrate them.`,
    'Set DATABASE_OWNER_URL to the role that owns them, or grant it that right.',
  );
};

/** The site's role should be able to do little, and the owner enough. */
export const checkRoles = async (site: pg.Client, owner: pg.Client): Promise<Check[]> => [
  judgeSite(await readRights(site)),
  judgeOwner(await readRights(owner)),
];

/** Compares the Kysely types of the tables in src/db, and lists of the contract, with the schema that the migrations create. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roles } from '#contract/values/accounts.ts';
import { caseDecisions, caseKinds, caseStatuses } from '#contract/values/cases.ts';
import {
  categories,
  channelCategories,
  fileLinkCategories,
  fileTypes,
  partnerCategories,
} from '#contract/values/categories.ts';
import { linkStates, seoCheckStates } from '#contract/values/checks.ts';
import { importOrigins, importStates, listedOutcomes } from '#contract/values/imports.ts';
import { nameActions, nameKinds } from '#contract/values/names.ts';
import { bulkChangeStates, editableStates, postStates, skipReasons } from '#contract/values/posts.ts';
import { mailStatuses } from '#contract/values/record-kinds.ts';
import { resultKinds } from '#contract/values/statistics.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

interface Column {
  type: string;
  nullable: boolean;
  /** Whether an insert may leave it out. */
  hasDefault: boolean;
  /** The values that a check constraint, or a union of literals, allows. */
  values?: string[];
}
type Schema = Record<string, Record<string, Column>>;

const files = 'column-types account-tables catalogue-tables import-tables safety-tables tables'.split(' ');
const source = files.map((name) => readFileSync(`src/db/${name}.ts`, 'utf8')).join('\n');
const aliases = new Map(
  [...source.matchAll(/^(?:export )?type (\w+) =([^;]+);/gm)].map(([, name, type]) => [name, type]),
);

const columnOf = (written: string): Column => {
  const generated = /^Generated<(.+)>$/.exec(written)?.[1];
  if (generated) return { ...columnOf(generated), hasDefault: true };
  const [, read, inserted = ''] = /^ColumnType<([^,]+), ([^,]+), .+>$/.exec(written) ?? [];
  if (read) {
    const column = columnOf(read);
    return { ...column, hasDefault: !column.nullable && inserted.includes('undefined') };
  }
  const alias = aliases.get(written)?.trim();
  if (alias) return columnOf(alias);
  const nullable = written.endsWith(' | null');
  const type = written.replace(/ \| null$/, '');
  if (nullable) return { ...columnOf(type), nullable };
  const values = [...type.matchAll(/'([^']+)'/g)].map(([, value = '']) => value).sort();
  if (values.length > 0) return { type: 'string', nullable, hasDefault: false, values };
  return { type: /^(unknown|JSONColumnType<.+>)$/.test(type) ? 'json' : type, nullable, hasDefault: false };
};

const declared = (): Schema => {
  const interfaces = new Map(
    [...source.matchAll(/interface (\w+)(?: extends [^{]+)? \{\n(.*?)\n\}/gs)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, key = '', type = '']) => [key, type] as const),
    ]),
  );
  const tables = [...interfaces].flatMap(([name, members]) => (name.endsWith('Tables') ? members : []));
  return Object.fromEntries(
    tables.map(([table, type]) => [
      table,
      Object.fromEntries((interfaces.get(type) ?? []).map(([column, written]) => [column, columnOf(written)])),
    ]),
  );
};

const readAs: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  text: 'string',
  inet: 'string',
  xid8: 'string',
  uuid: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  // Arrays of other types would need the type of their elements, too.
  ARRAY: 'string[]',
  jsonb: 'json',
  date: 'Date',
  'timestamp with time zone': 'Date',
};

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const migrated = async (): Promise<Schema> => {
  const { rows: checks } = await test.database.pool.query<{ table: string; column: string; check: string }>(`
    select conrelid::regclass::text as table, attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = conrelid and array[attnum] = conkey
    where contype = 'c' and pg_get_constraintdef(c.oid) like '% = ANY (ARRAY[%'`);
  const { rows } = await test.database.pool.query(`
    select table_name, column_name, data_type, is_nullable = 'YES' as nullable,
           column_default is not null or is_identity = 'YES' as has_default
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`);
  const schema: Schema = {};
  for (const { table_name, column_name, data_type, nullable, has_default: hasDefault } of rows) {
    const check = checks.find(({ table, column }) => table === table_name && column === column_name)?.check;
    const values = check && [...check.matchAll(/'([^']+)'/g)].map(([, value = '']) => value).sort();
    schema[table_name] ??= {};
    schema[table_name][column_name] = {
      type: readAs[data_type] ?? data_type,
      nullable,
      hasDefault,
      ...(values ? { values } : {}),
    };
  }
  return schema;
};

it('src/db/tables.ts describes every table and column of the migrated schema', async () => {
  expect(declared()).toEqual(await migrated());
});

/** Columns whose values the API has, too, with the list of the contract. */
const listed: Record<string, readonly string[]> = {
  'admins.role': roles,
  'bulk_change_rows.skipped': skipReasons,
  'bulk_changes.state': bulkChangeStates,
  'case_urls.decision': caseDecisions,
  'cases.kind': caseKinds,
  'cases.status': caseStatuses,
  'channels.category': channelCategories,
  'daily_results.kind': resultKinds,
  'distinct_names.kind': nameKinds,
  'file_links.category': fileLinkCategories,
  'file_links.file_type': fileTypes,
  'import_rows.outcome': listedOutcomes,
  'imports.origin': importOrigins,
  'imports.state': importStates,
  'link_checks.state': linkStates,
  'name_changes.action': nameActions,
  'name_changes.kind': nameKinds,
  'outbox.status': mailStatuses,
  'partners.category': partnerCategories,
  'performers.category': categories,
  'seo_checks.state': seoCheckStates,
  'videos.category': categories,
  'videos.state': postStates,
  'videos.withheld_from': editableStates,
};

/** Columns whose values are the server's own, or are mapped to other words: only src/db lists them. */
const unlisted = [
  'announcements.service',
  'blocks.kind',
  'build_files.encoding',
  'bundle_proposals.state',
  'case_entries.kind',
  'case_urls.found_by',
  'change_log.entity',
  'hash_matches.decision',
  'image_hashes.state',
  'import_sources.last_result',
  'mirror_matches.decision',
  'nodes.status',
  'passkey_challenges.purpose',
];

it('the lists of the contract have the values that the schema allows', async () => {
  const allowed = Object.entries(await migrated()).flatMap(([table, columns]) =>
    Object.entries(columns).flatMap(([column, { values }]) =>
      values ? [[`${table}.${column}`, values] as const] : [],
    ),
  );
  expect(allowed.map(([column]) => column).sort()).toEqual([...Object.keys(listed), ...unlisted].sort());
  const ofContract = Object.fromEntries(Object.entries(listed).map(([column, values]) => [column, [...values].sort()]));
  expect(Object.fromEntries(allowed.filter(([column]) => column in listed))).toEqual(ofContract);
});

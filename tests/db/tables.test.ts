/** Compares the Kysely types of the tables in src/db with the schema that the migrations create. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

const files =
  'column-types account-tables api-token-tables backups-table build-tables bulk-change-tables import-tables search-tables link-tables name-tables nodes-table post-views-table result-tables stay-down-tables safety-tables video-tables tables'.split(
    ' ',
  );
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
    [...source.matchAll(/interface (\w+) \{\n(.*?)\n\}/gs)].map(([, name = '', body = '']) => [
      name,
      [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, key = '', type = '']) => [key, type] as const),
    ]),
  );
  const tables = interfaces.get('Tables') ?? [];
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

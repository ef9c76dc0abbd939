// Checks that older versions, which may still be running, can work with every new migration (decision 042).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isConcurrent,
  isDeclaredCompatible,
  isOfFirstSchema,
  type Migration,
  readMigrations,
  requiredVersion,
  type SqlStatement,
  statementsOf,
} from '#db/migrations.ts';

/** The schema version of pg-boss, which refuses to start on another. */
const jobQueueSchema = 43;

/** The versions that have a heading in CHANGELOG.md. */
export const releasedVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version);

/** `breaking`: older versions cannot work with it, or only by luck. `judged`: a person has to judge it. */
type Risk = 'safe' | 'judged' | 'breaking';
const severity: readonly Risk[] = ['safe', 'judged', 'breaking'];
const worst = (risks: readonly Risk[]): Risk =>
  severity[Math.max(0, ...risks.map((risk) => severity.indexOf(risk)))] as Risk;

/** A foreign key can keep older versions, which don't know the referencing rows, from deleting the referenced ones. */
const referenceRisk = (shape: string, newTables: ReadonlySet<string>): Risk => {
  const references = [...shape.matchAll(/\breferences (\w+)([^,]*)/g)];
  const isSafe = ([, table = '', rest = '']: string[]) =>
    newTables.has(table) || /\bon delete (cascade|set null)\b/.test(rest);
  return references.every(isSafe) ? 'safe' : 'judged';
};

const isBreakingAlteration =
  /^(add (constraint \w+ )?(check|unique|primary key|foreign key|exclude)\b|drop (?!constraint)|rename |alter (column )?\w+ (set not null|(set data )?type|drop default)\b)/;
const isSafeAlteration = /^(validate constraint|set \(|alter (column )?\w+ set (statistics|storage|compression))/;
/** Defaults that are evaluated once. Volatile ones are evaluated for each existing row, which rewrites the table. */
const constantDefault = /\bdefault (''|-?[\d.]+|true|false|null|now\(\)|current_timestamp|array\[)/;

/** The risk of an action of `alter table`. Older versions insert rows without the new columns. */
const actionRisk = (action: string, shapes: readonly string[], newTables: ReadonlySet<string>): Risk => {
  const [, replaced] = /^add constraint (\w+) check\b/.exec(action) ?? [];
  if (
    replaced !== undefined &&
    shapes.some((shape) => new RegExp(`drop constraint (if exists )?${replaced}\\b`).test(shape))
  )
    return 'judged';
  if (isBreakingAlteration.test(action)) return 'breaking';
  if (isSafeAlteration.test(action)) return 'safe';
  if (!action.startsWith('add ')) return 'judged';
  const hasDefault = /\bdefault\b/.test(action);
  if (/\b(unique|primary key)\b/.test(action) || (/\bnot null\b/.test(action) && !hasDefault)) return 'breaking';
  if (/\bgenerated\b/.test(action) || (hasDefault && !constantDefault.test(action))) return 'judged';
  return referenceRisk(action, newTables);
};

/** Splits at commas outside parentheses. */
const actionsOf = (alterTable: string) =>
  alterTable
    .replace(/^alter table (if exists )?(only )?\w+ /, '')
    .split(/,\s*(?![^(]*\))/)
    .map((action) => action.trim());

const riskOf = ({ text, shape }: SqlStatement, shapes: readonly string[], newTables: ReadonlySet<string>): Risk => {
  if (/^(begin|commit|rollback|start transaction|truncate|lock|cluster|reindex|vacuum)\b/.test(shape))
    return 'breaking';
  const [, table = ''] =
    /^(?:create (?:unique )?index .*?\bon|create (?:constraint )?trigger .*?\bon|alter table|insert into|update|delete from) (?:only )?(\w+)/.exec(
      shape,
    ) ??
    /^select watch_changes\('(\w+)'/.exec(text) ??
    [];
  if (newTables.has(table)) return 'safe';
  if (shape.startsWith('create table ')) return referenceRisk(shape, newTables);
  if (shape.startsWith('alter table '))
    return worst(actionsOf(shape).map((action) => actionRisk(action, shapes, newTables)));
  if (shape.startsWith('create unique index ')) return 'breaking';
  if (
    /^(create index concurrently|create (function|procedure|type|sequence|view|schema|domain)|comment on)\b/.test(shape)
  )
    return 'safe';
  const [, rebuilt] = /^drop index concurrently if exists (\w+)$/.exec(shape) ?? [];
  if (rebuilt && shapes.some((other) => other.startsWith(`create index concurrently ${rebuilt} `))) return 'safe';
  return /^drop (?!index|trigger)/.test(shape) ? 'breaking' : 'judged';
};

const advice = {
  breaking: 'do it a version later, with a line "-- Requires VERSION: why" that names the version which did without',
  judged:
    'change it, or add a line "-- Compatible: why" to the header; an index is built concurrently, in a migration of its own',
};

const riskProblems = (migration: Migration, released: readonly string[]): string[] => {
  const statements = statementsOf(migration.sql);
  const shapes = statements.map(({ shape }) => shape);
  const newTables = new Set(shapes.flatMap((shape) => /^create table (?:if not exists )?(\w+)/.exec(shape)?.[1] ?? []));
  const risks = statements.map((statement) => ({
    shape: statement.shape,
    risk: riskOf(statement, shapes, newTables),
  }));
  const required = requiredVersion(migration);
  if (required !== undefined && !risks.some(({ risk }) => risk === 'breaking'))
    return [`requires ${required}, but has nothing that older versions cannot live with.`];
  if (required !== undefined && !released.includes(required))
    return [
      `requires ${required}, which is not released: what it takes away is in use until a released version does without it.`,
    ];
  if (required !== undefined) return [];
  return risks.flatMap(({ shape, risk }) =>
    risk === 'safe' || (risk === 'judged' && isDeclaredCompatible(migration))
      ? []
      : `${risk === 'breaking' ? 'breaks' : 'may break'} older versions with "${shape}": ${advice[risk]}.`,
  );
};

/** An interrupted concurrent migration leaves an invalid index and is run again, so it must be repeatable. */
const concurrentProblems = (migration: Migration): string[] => {
  if (!isConcurrent(migration)) return [];
  const shapes = statementsOf(migration.sql).map(({ shape }) => shape);
  const others = shapes.filter((shape) => !/^(create (unique )?|drop )index concurrently /.test(shape));
  const unrepeatable = shapes.filter((shape, at) => {
    const [, name] = /^create (?:unique )?index concurrently (\w+)/.exec(shape) ?? [];
    return name !== undefined && !shapes.slice(0, at).includes(`drop index concurrently if exists ${name}`);
  });
  return [
    ...others.map((shape) => `runs without a transaction because it has "concurrently": move this out: ${shape}`),
    ...unrepeatable.map((shape) => `needs "drop index concurrently if exists" with the same name before: ${shape}`),
  ];
};

export const migrationProblems = (migration: Migration, released: readonly string[]): string[] =>
  [...riskProblems(migration, released), ...concurrentProblems(migration)].map(
    (problem) => `${migration.name} ${problem}`,
  );

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const released = releasedVersions(read('CHANGELOG.md'));
  const problems = readMigrations()
    .filter((migration) => !isOfFirstSchema(migration))
    .flatMap((migration) => migrationProblems(migration, released));
  const { pgboss } = JSON.parse(read('node_modules/pg-boss/package.json')) as { pgboss: { schema: number } };
  if (pgboss.schema !== jobQueueSchema)
    problems.push(
      `pg-boss has a new schema (${pgboss.schema}): older versions that are running continue, but cannot be started any more. Say so in CHANGELOG.md, and change the number here.`,
    );
  for (const line of problems) console.error(line);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Older versions can work with the new migrations.');
}

// Checks that the versions which are running can live with every new migration (decision 042).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isConcurrent,
  isDeclaredCompatible,
  type Migration,
  readMigrations,
  requiredVersion,
} from '../src/db/migration.ts';
import { statementsOf } from '../src/db/sql-statements.ts';
import { factsOf } from './migrations/risk.ts';
import { risksOf } from './migrations/statement-risk.ts';

/** Earlier ones were written for upgrades that stop every process. */
const firstChecked = '0028';

/** What pg-boss calls the version of its schema. It refuses to start on another one. */
const jobQueueSchema = 43;

/** The versions that CHANGELOG.md has a heading for; what is unreleased has none. */
export const releasedVersions = (changelog: string): string[] =>
  [...changelog.matchAll(/^## (\d+\.\d+\.\d+)\b/gm)].map(([, version = '']) => version);

const requirementProblems = (migration: Migration, released: readonly string[], isBreaking: boolean): string[] => {
  const required = requiredVersion(migration);
  if (required === undefined) return [];
  if (!isBreaking) return [`requires ${required}, but has nothing that older versions cannot live with.`];
  if (released.includes(required)) return [];
  return [
    `requires ${required}, which is not released: what it takes away is in use until a released version does without it.`,
  ];
};

/** An interrupted one leaves an invalid index behind, and is then run again. */
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

/** Sentences about one migration. */
export const migrationProblems = (migration: Migration, released: readonly string[]): string[] => {
  const facts = factsOf(migration.sql);
  const risks = statementsOf(migration.sql).flatMap((statement) => risksOf(statement, facts));
  const isRequiring = requiredVersion(migration) !== undefined;
  const excused = { breaking: isRequiring, judged: isRequiring || isDeclaredCompatible(migration) };
  const advice = {
    breaking: 'do it a version later, with a line "-- Requires VERSION: why" that names the version which did without',
    judged: 'change it, or add a line "-- Compatible: why" to the header',
  };
  return [
    ...risks.filter(({ kind }) => !excused[kind]).map(({ kind, why }) => `${why}; ${advice[kind]}.`),
    ...requirementProblems(
      migration,
      released,
      risks.some(({ kind }) => kind === 'breaking'),
    ),
    ...concurrentProblems(migration),
  ].map((problem) => `${migration.name} ${problem}`);
};

if (import.meta.main) {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
  const released = releasedVersions(read('CHANGELOG.md'));
  const problems = readMigrations()
    .filter(({ name }) => name >= firstChecked)
    .flatMap((migration) => migrationProblems(migration, released));
  const { pgboss } = JSON.parse(read('node_modules/pg-boss/package.json')) as { pgboss: { schema: number } };
  if (pgboss.schema !== jobQueueSchema)
    problems.push(
      `pg-boss has another schema (${pgboss.schema}): older versions go on beside it, but don't start. Say so in CHANGELOG.md, and change the number here.`,
    );
  for (const line of problems) console.error(line);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('Older versions can live with the new migrations.');
}

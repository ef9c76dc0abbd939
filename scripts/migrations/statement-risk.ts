import type { SqlStatement } from '../../src/db/sql-statements.ts';
import { alterTableRisk } from './alter-table-risk.ts';
import { referenceRisk } from './reference-risk.ts';
import { breaking, judged, type MigrationFacts, type Risk } from './risk.ts';

const indexRisk = (shape: string, { newTables }: MigrationFacts): Risk[] => {
  const [, unique, concurrently, table = ''] =
    /^create (unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/.exec(shape) ?? [];
  if (newTables.has(table)) return [];
  if (unique) return [breaking('makes values unique that older versions may write twice')];
  if (concurrently) return [];
  return [
    judged(`blocks writes to ${table} while an index is built: create it concurrently, in a migration of its own`),
  ];
};

const dropIndexRisk = (shape: string, { built }: MigrationFacts): Risk[] => {
  const [, name = ''] = /^drop index concurrently if exists (\w+)$/.exec(shape) ?? [];
  return built.has(name) ? [] : [judged('drops an index that older versions may need')];
};

const writeRisk = (shape: string, { newTables }: MigrationFacts): Risk[] => {
  const [, table = ''] = /^(?:insert into|update|delete from) (?:only )?(\w+)/.exec(shape) ?? [];
  return newTables.has(table) ? [] : [judged(`changes rows of ${table} that older versions read and write`)];
};

const triggerRisk = (shape: string, { newTables }: MigrationFacts): Risk[] => {
  const [, table = ''] = /^create .*?trigger .*?\bon (\w+)/.exec(shape) ?? [];
  return newTables.has(table)
    ? []
    : [judged(`adds a trigger to ${table}, which the writes of older versions run, too`)];
};

const statements: [RegExp, (shape: string, facts: MigrationFacts) => Risk[]][] = [
  [/^(begin|commit|rollback|start transaction)\b/, () => [breaking('ends the transaction of the migration')]],
  [/^create table\b/, referenceRisk],
  [/^create (unique )?index\b/, indexRisk],
  [/^create (constraint )?trigger\b/, triggerRisk],
  [/^create (function|procedure|type|sequence|view|schema|domain)\b/, () => []],
  [/^alter table\b/, alterTableRisk],
  [/^drop index\b/, dropIndexRisk],
  [/^drop trigger\b/, () => [judged('drops a trigger')]],
  [
    /^(drop|truncate|lock|cluster|reindex|vacuum)\b/,
    (shape) => [breaking(`takes away what older versions use: ${shape}`)],
  ],
  [/^(insert|update|delete)\b/, writeRisk],
  [/^comment on\b/, () => []],
];

/** Why versions that are running may not be able to live with this statement of a migration. */
export const risksOf = ({ text, shape }: SqlStatement, facts: MigrationFacts): Risk[] => {
  const [, watched = ''] = /^select watch_changes\('(\w+)'/.exec(text) ?? [];
  if (facts.newTables.has(watched)) return [];
  const found = statements.find(([pattern]) => pattern.test(shape));
  return found ? found[1](shape, facts) : [judged(`no rule knows it: ${shape}`)];
};

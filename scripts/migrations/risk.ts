import { type SqlStatement, statementsOf } from '../../src/db/sql-statements.ts';

/** Why a version that is running may not be able to live with a statement. */
export interface Risk {
  /** `breaking`: no older version can, or only by luck. `judged`: it depends on what only a person can know. */
  kind: 'breaking' | 'judged';
  why: string;
}

export const breaking = (why: string): Risk => ({ kind: 'breaking', why });
export const judged = (why: string): Risk => ({ kind: 'judged', why });

export interface MigrationFacts {
  /** Tables that the same migration creates: no older version uses them. */
  newTables: ReadonlySet<string>;
  /** Constraints that it drops, and indexes that it builds concurrently. */
  dropped: ReadonlySet<string>;
  built: ReadonlySet<string>;
}

const firstGroups = (statements: SqlStatement[], pattern: RegExp) =>
  new Set(statements.flatMap(({ shape }) => [...shape.matchAll(pattern)].map(([, name = '']) => name)));

export const factsOf = (sql: string): MigrationFacts => {
  const statements = statementsOf(sql);
  return {
    newTables: firstGroups(statements, /^create table (?:if not exists )?(\w+)/g),
    dropped: firstGroups(statements, /\bdrop constraint (?:if exists )?(\w+)/g),
    built: firstGroups(statements, /^create (?:unique )?index concurrently (\w+)/g),
  };
};

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { statementsOf } from './sql-statements.ts';

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

const migrationsFolder = join(import.meta.dirname, '../../migrations');

export const readMigrations = (folder = migrationsFolder): Migration[] =>
  readdirSync(folder)
    .filter((file) => /^\d{4}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return { name: file.replace(/\.sql$/, ''), sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });

/** The comment that a migration begins with. */
const headerOf = (sql: string) => /^(?:--.*\n|\s*\n)*/.exec(sql)?.[0] ?? '';

/**
 * The oldest version that can use the database after this migration, from a line `-- Requires 0.2.0: why` in its header. Without
 * one it only adds, so that every version can (decision 042).
 */
export const requiredVersion = ({ sql }: Pick<Migration, 'sql'>): string | undefined =>
  /^-- Requires (\d+\.\d+\.\d+): \S/m.exec(headerOf(sql))?.[1];

/** Whether its header has a line `-- Compatible: why`, about what a check of its statements cannot know. */
export const isDeclaredCompatible = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  /^-- Compatible: \S/m.test(headerOf(sql));

/** Whether it builds indexes while the table is written to, which no transaction can do. */
export const isConcurrent = ({ sql }: Pick<Migration, 'sql'>): boolean =>
  statementsOf(sql).some(({ shape }) => /\bconcurrently\b/.test(shape));

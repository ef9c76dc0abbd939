import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';

export interface TestDatabase {
  url: string;
  database: Database;
  drop: () => Promise<void>;
}

const onServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** Creates an empty, migrated database and opens it; `template` names another database to copy. */
export const createTestDatabase = async (template = inject('emptyTemplate')): Promise<TestDatabase> => {
  const name = `marquee_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template}`);
  const url = new URL(inject('serverUrl'));
  url.pathname = `/${name}`;
  const database = openDatabase(url.href);
  const drop = async () => {
    await database.close();
    await onServer(`drop database ${name} with (force)`);
  };
  return { url: url.href, database, drop };
};

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '#db/database.ts';

export interface TestDatabase {
  /** As the running site connects: a test fails if its role lacks a right. */
  url: string;
  ownerUrl: string;
  database: Database;
  /** For what only the owner may do: bulk loads, and tests that change the schema to make something fail. */
  owner: Database;
  drop: () => Promise<void>;
}

const onServer = async (sql: string) => {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/**
 * Creates an empty, migrated database and opens it; `template` names another database to copy. Copying files takes a third of
 * the processor time of copying through the log, which is the default.
 */
export const createTestDatabase = async (template = inject('emptyTemplate')): Promise<TestDatabase> => {
  const name = `marquee_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const urlOn = (serverUrl: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const url = urlOn(inject('siteServerUrl'));
  const ownerUrl = urlOn(inject('serverUrl'));
  const [database, owner] = [openDatabase(url), openDatabase(ownerUrl)];
  const drop = async () => {
    await Promise.all([database.close(), owner.close()]);
    await onServer(`drop database ${name} with (force)`);
  };
  return { url, ownerUrl, database, owner, drop };
};

/** Creates a database without a schema. */
export const createEmptyDatabase = () => createTestDatabase('template0');

import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { createClient } from '#db/client.ts';
import { type Database, openDatabase } from '#db/database.ts';
import { prepared } from './prepared.ts';

export interface TestDatabase {
  /** As the running site connects: a test fails if its role lacks a right. */
  url: string;
  ownerUrl: string;
  database: Database;
  /** For what only the owner may do: bulk loads, and tests that change the schema to make something fail. */
  owner: Database;
  drop: () => Promise<void>;
}

let connected: Promise<pg.Client> | undefined;

/** On the one connection of this worker: opening another for each database takes the processor time of a tenth of its copy. */
const onServer = async (sql: string) => {
  connected ??= createClient(prepared.serverUrl).connect();
  await (await connected).query(sql);
};

/**
 * Creates an empty, migrated database and opens it; `template` names another database to copy. Copying files takes a third of
 * the processor time of copying through the log, which is the default.
 */
export const createTestDatabase = async (template = prepared.emptyTemplate): Promise<TestDatabase> => {
  const name = `marquee_test_${randomBytes(8).toString('hex')}`;
  await onServer(`create database ${name} template ${template} strategy file_copy`);
  const urlOn = (serverUrl: string) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const url = urlOn(prepared.siteServerUrl);
  const ownerUrl = urlOn(prepared.serverUrl);
  const [database, owner] = [openDatabase(url), openDatabase(ownerUrl)];
  const drop = async () => {
    await Promise.all([database.close(), owner.close()]);
    await onServer(`drop database ${name} with (force)`);
  };
  return { url, ownerUrl, database, owner, drop };
};

/** Creates a database without a schema. */
export const createEmptyDatabase = () => createTestDatabase('template0');

import type pg from 'pg';
import { StartupError } from './startup-error.ts';
import { isOlder } from './version.ts';

/** Refuses a migration as long as a node serves which could not use the database afterwards: see decision 041 for when it is live. */
export const assertNoOlderNode = async (client: pg.Client, migrationName: string, required: string) => {
  const { rows: tables } = await client.query("select to_regclass('nodes') is not null as exists");
  if (!tables[0].exists) return;
  const { rows } = await client.query<{ name: string; version: string }>(
    "select name, version from nodes where seen_at > now() - interval '10 seconds'",
  );
  const older = rows.find(({ version }) => isOlder(version, required));
  if (older)
    throw new StartupError(
      `The node ${older.name} runs Marquee ${older.version}, which could not use the database after the migration ${migrationName}: stop it, or upgrade it to ${required} first.`,
    );
};

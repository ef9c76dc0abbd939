import pg from 'pg';

const duplicateDatabase = '42P04';

/** Creates a database unless it exists. */
export const createDatabase = async (serverUrl: string, name: string) => {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== duplicateDatabase) throw error;
  } finally {
    await client.end();
  }
};

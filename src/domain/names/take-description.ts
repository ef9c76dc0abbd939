import { sql } from 'kysely';
import type { NameKind } from '#contract/values/name-kinds.ts';
import type { Tx } from '#db/database.ts';
import { nameTables } from '#domain/catalogue/stored-names.ts';
import { setDescription } from './describe-name.ts';
import type { Description, NameChangeDetails } from './name-changes.ts';

type Taken = NameChangeDetails['merge']['described'];

interface Described extends Description {
  id: number;
  isRetired: boolean;
}

/** Locks in the order of ids, so that concurrent transactions cannot deadlock. */
export const lockDescriptions = async (tx: Tx, kind: NameKind, ids: readonly number[]): Promise<Described[]> => {
  const { rows } = await sql<Described>`
    select id, description, image_url as "imageUrl", retired_at is not null as "isRetired"
    from ${sql.table(nameTables[kind].table)}
    where id = any(${sql.val(ids)}::integer[]) order by id for update`.execute(tx);
  return rows;
};

/** A name without a description or picture takes over the first one of those that were merged into it. */
export const takeDescription = async (
  tx: Tx,
  kind: NameKind,
  into: Described | undefined,
  merged: readonly Description[],
): Promise<Taken> => {
  if (!into || into.isRetired) return undefined;
  const { id, description, imageUrl } = into;
  const first = (key: keyof Description) => merged.find((each) => each[key] !== '')?.[key] ?? '';
  const before = { description, imageUrl };
  const after = { description: description || first('description'), imageUrl: imageUrl || first('imageUrl') };
  if (after.description === description && after.imageUrl === imageUrl) return undefined;
  await setDescription(tx, kind, id, after);
  return { before, after };
};

/** What somebody has written since stays. */
export const giveDescriptionBack = async (tx: Tx, kind: NameKind, id: number, taken: Taken): Promise<void> => {
  const [current] = taken ? await lockDescriptions(tx, kind, [id]) : [];
  if (!taken || !current) return;
  const { before, after } = taken;
  const back = (key: keyof Description) => (current[key] === after[key] ? before[key] : current[key]);
  await setDescription(tx, kind, id, { description: back('description'), imageUrl: back('imageUrl') });
};

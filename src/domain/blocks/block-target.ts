import { sql } from 'kysely';
import { slugOf } from '#contract/values/slug.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { hostIn } from './blocked-hosts.ts';

export type BlockKind = 'host' | 'performer' | 'partner';

/** What is blocked. */
export interface BlockTarget {
  kind: BlockKind;
  /** The host itself, or a name. */
  name: string;
  performerId: number | null;
  partnerId: number | null;
}

const refuse = (message: string) => new ValidationError(message, { value: message });

const findPerformer = async (db: Db, text: string): Promise<BlockTarget> => {
  const slug = slugOf(text);
  const { rows } = await sql<{ id: number; name: string }>`
    select p.id, p.name from performers p
    where p.deleted_at is null and p.retired_at is null
      and (p.slug = ${slug} or exists (select from performer_aliases a where a.name_id = p.id and a.slug = ${slug}))
    order by p.slug = ${slug} desc limit 1`.execute(db);
  const [performer] = rows;
  if (!performer) throw refuse(`There is no star “${text}”.`);
  return { kind: 'performer', name: performer.name, performerId: performer.id, partnerId: null };
};

const findPartner = async (db: Db, text: string): Promise<BlockTarget> => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from partners where deleted_at is null and (id::text = ${text} or lower(name) = lower(${text}))
    order by id::text = ${text} desc, id limit 2`.execute(db);
  const [partner, other] = rows;
  if (!partner) throw refuse(`There is no network “${text}”.`);
  if (other && String(partner.id) !== text) throw refuse(`Several networks are called “${text}”. Enter the id of one.`);
  return { kind: 'partner', name: partner.name, performerId: null, partnerId: partner.id };
};

/** Finds what somebody has typed: a host or URL, the name of a performer, or the name or id of a partner. */
export const findTarget = async (db: Db, kind: BlockKind, value: string): Promise<BlockTarget> => {
  const text = value.trim();
  if (kind === 'performer') return findPerformer(db, text);
  if (kind === 'partner') return findPartner(db, text);
  const host = hostIn(text);
  if (!host) throw refuse('Enter a host such as example.com.');
  return { kind: 'host', name: host, performerId: null, partnerId: null };
};

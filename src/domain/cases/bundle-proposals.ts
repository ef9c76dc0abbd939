import { sql } from 'kysely';
import type { Db, Tx } from '#db/database.ts';
import { type Actor, recordChange } from '#domain/audit-log.ts';
import { ConflictError, NotFoundError, ValidationError } from '#domain/errors.ts';
import { currentSite, type SiteIdentity } from '#domain/settings.ts';
import { type Bundle, casesPerTransaction, type Decided, decideCases, keptTogether, lockBundle } from './bundles.ts';
import { addEntry, caseColumns, withNumber } from './cases.ts';

/** Decisions to keep many cases. One admin proposes them and another confirms, so that one press frees nobody's pictures. */

const maxCases = 2000;
const maxWaiting = 20;

interface BundleProposal {
  id: number;
  createdAt: Date;
  createdName: string;
  isOwn: boolean;
  sender: string;
  videoId: number | null;
  title: string;
  reason: string;
  /** Cases that it would decide now. Those that have changed since are left out. */
  cases: number;
}

interface Acting {
  db: Db;
  actor: Actor;
  adminId: number;
}

/** Cases of a proposal `p` that are as they were when it was made. */
const unchanged = sql`from unnest(p.case_ids, p.versions) as seen(id, version)
  join cases c on c.id = seen.id and c.version = seen.version and c.status <> 'decided'`;

export const readProposals = async (db: Db, adminId: number): Promise<BundleProposal[]> => {
  const { rows } = await sql<BundleProposal>`
    select p.id, p.created_at as "createdAt", p.created_name as "createdName", coalesce(p.created_by = ${adminId}, false) as "isOwn",
      p.sender, p.video_id as "videoId", coalesce((select title from videos where id = p.video_id), '') as title, p.reason,
      (select count(*)::int ${unchanged}) as cases
    from bundle_proposals p where p.state = 'waiting' order by p.id`.execute(db);
  return rows;
};

const otherAdmins = async (tx: Tx, adminId: number) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from admins where is_active and id <> ${adminId}`.execute(tx);
  return rows[0]?.count ?? 0;
};

const assertMayPropose = async (tx: Tx, adminId: number) => {
  if ((await otherAdmins(tx, adminId)) === 0)
    throw new ValidationError(
      'You are the only admin, so nobody can confirm it. Open these cases and decide them one by one, or up to ten together within a day.',
    );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bundle_proposals where state = 'waiting'`.execute(tx);
  if ((rows[0]?.count ?? 0) >= maxWaiting)
    throw new ConflictError(`${maxWaiting} proposals are waiting already. Confirm or withdraw some of them first.`);
};

interface NewProposal extends Bundle {
  upTo: number;
  /** The number of cases that the admin saw, and typed. */
  seen: number;
  reason: string;
}

export const proposeKeeping = (
  { db, actor, adminId }: Acting,
  { seen, reason, ...range }: NewProposal,
): Promise<{ id: number }> =>
  db.transaction().execute(async (tx) => {
    if (!(await lockBundle(tx, range)))
      throw new ConflictError('Someone else is deciding these cases at this moment. Look at them again.');
    await sql`select pg_advisory_xact_lock(hashtext('bundle proposals'))`.execute(tx);
    await assertMayPropose(tx, adminId);
    if (seen > maxCases) throw new ValidationError(`At most ${maxCases} cases can be kept at once. Narrow the list.`);
    const cases = await tx
      .selectFrom('cases as c')
      .select(['id', 'version', 'received_at as receivedAt'])
      .where(keptTogether(range, adminId))
      .orderBy('id')
      .limit(maxCases + 1)
      .execute();
    const [first] = cases;
    if (!first || cases.length !== seen)
      throw new ConflictError(`These cases have changed: there are ${cases.length} by now. Look at them again.`);
    const { id } = await tx
      .insertInto('bundle_proposals')
      .values({
        created_by: adminId,
        created_name: actor.admin,
        sender: range.sender,
        video_id: range.video === '' ? null : Number(range.video),
        case_ids: cases.map((each) => each.id),
        versions: cases.map(({ version }) => version),
        reason,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const after = { name: withNumber(first).number, proposal: `Keep ${cases.length} cases`, reason };
    await recordChange(tx, actor, { action: 'ask', entity: 'case', entityId: first.id, after });
    return { id };
  });

const lockProposal = async (tx: Tx, id: number) => {
  const proposal = await tx
    .selectFrom('bundle_proposals')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!proposal) throw new NotFoundError('There is no such proposal.');
  return proposal;
};

type Proposal = Awaited<ReturnType<typeof lockProposal>>;

const answered = (state: 'confirmed' | 'withdrawn', { actor, adminId }: Acting) => ({
  state,
  answered_at: new Date(),
  answered_by: adminId,
  answered_name: actor.admin,
});

/** Marks a proposal as confirmed. The admin who confirmed it may call again until all its cases are decided. */
const confirmOnce = async (tx: Tx, proposal: Proposal, acting: Acting): Promise<void> => {
  if (proposal.state === 'confirmed' && proposal.answered_by === acting.adminId) return;
  if (proposal.state !== 'waiting') throw new ConflictError('Someone else has already answered this proposal.');
  if (proposal.created_by === null || proposal.created_by === acting.adminId)
    throw new ConflictError('Another admin than the one who proposed it has to confirm it.');
  await tx.updateTable('bundle_proposals').set(answered('confirmed', acting)).where('id', '=', proposal.id).execute();
};

/** The version is compared on the locked row itself, so that PostgreSQL compares it again if the case was changed meanwhile. */
const lockUnchanged = async (tx: Tx, id: number) => {
  const rows = await tx
    .selectFrom('cases as c')
    .select(caseColumns)
    .where(
      sql<boolean>`c.status <> 'decided' and c.id = any(array(select unnest(case_ids) from bundle_proposals where id = ${id}))
        and exists (select from bundle_proposals p, unnest(p.case_ids, p.versions) as seen(id, version)
          where p.id = ${id} and seen.id = c.id and seen.version = c.version)`,
    )
    .orderBy('c.id')
    .limit(casesPerTransaction)
    .forUpdate()
    .execute();
  return rows.map(withNumber);
};

/** Decides up to 50 cases of a proposal; the client repeats the call while some remain. */
export const confirmProposal = (
  acting: Acting,
  id: number,
  site: SiteIdentity,
): Promise<{ decided: Decided[]; remaining: number }> =>
  acting.db.transaction().execute(async (tx) => {
    const proposal = await lockProposal(tx, id);
    await confirmOnce(tx, proposal, acting);
    const { sender, video_id, reason, created_name } = proposal;
    const video = video_id === null ? '' : String(video_id);
    if (!(await lockBundle(tx, { sender, video })))
      throw new ConflictError('Someone else is deciding these cases at this moment. Look at them again.');
    const { actor } = acting;
    const cases = await lockUnchanged(tx, id);
    const outcome = { decision: 'keep' as const, reason };
    const decided = await decideCases(tx, { actor, site: await currentSite(tx, site) }, { cases, video, outcome });
    for (const { id: caseId } of decided)
      await addEntry(tx, caseId, {
        kind: 'note',
        text: `Proposed by ${created_name}.`,
        admin: actor.admin,
        isPublic: false,
      });
    const { rows } = await sql<{ remaining: number }>`
      select (select count(*)::int ${unchanged}) as remaining from bundle_proposals p where p.id = ${id}`.execute(tx);
    return { decided, remaining: rows[0]?.remaining ?? 0 };
  });

export const withdrawProposal = (acting: Acting, id: number): Promise<void> =>
  acting.db.transaction().execute(async (tx) => {
    const proposal = await lockProposal(tx, id);
    if (proposal.state !== 'waiting') throw new ConflictError('Someone else has already answered this proposal.');
    await tx.updateTable('bundle_proposals').set(answered('withdrawn', acting)).where('id', '=', id).execute();
    await recordChange(tx, acting.actor, {
      action: 'stop',
      entity: 'case',
      entityId: Number(proposal.case_ids[0] ?? 0),
      after: { proposal: `Keep ${proposal.case_ids.length} cases` },
    });
  });

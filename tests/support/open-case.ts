import { randomBytes } from 'node:crypto';
import { type CaseFlag, type CaseKind, caseNumber } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import { withholdVideos } from '#domain/holds/holds.ts';
import type { TestSite } from './site.ts';

const hourMs = 3_600_000;

export interface NewCase {
  kind: CaseKind;
  /** Reported posts; other URLs are not of this site. */
  videoIds?: string[];
  urls?: string[];
  email?: string;
  name?: string;
  sender?: string;
  network?: string;
  /** Whether the reporter has confirmed the email. */
  isConfirmed?: boolean;
  details?: Record<string, string>;
  isComplete?: boolean;
  hoursAgo?: number;
  dueInHours?: number;
  /** Whether its posts are withheld until it is decided. */
  isWithheld?: boolean;
  hasProof?: boolean;
  flags?: CaseFlag[];
}

/** A notice as it is stored once it has arrived. */
export const storeCase = async (db: Db, made: Partial<NewCase> = {}): Promise<{ id: number; number: string }> => {
  const now = Date.now();
  const receivedAt = new Date(now - (made.hoursAgo ?? 1) * hourMs);
  const { id } = await db
    .insertInto('cases')
    .values({
      kind: made.kind ?? 'other',
      token_hash: randomBytes(32),
      received_at: receivedAt,
      due_at: new Date(now + (made.dueInHours ?? 47) * hourMs),
      is_complete: made.isComplete ?? true,
      reporter_name: made.name ?? 'Ina Reporter',
      reporter_email: made.email ?? 'ina@example.com',
      details: JSON.stringify(made.details ?? { description: 'It shows the old harbour, and I did not agree.' }),
      sender: made.sender ?? null,
      network: made.network ?? null,
      email_confirmed_at: made.isConfirmed ? receivedAt : null,
      has_proof: made.hasProof ?? false,
      flags: made.flags ?? [],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const videoIds = made.videoIds ?? [];
  const urls = [
    ...videoIds.map((video) => ({ url: `https://site.example/video/${video}`, video_id: Number(video) })),
    ...(made.urls ?? []).map((url) => ({ url, video_id: null })),
  ];
  if (urls.length > 0)
    await db
      .insertInto('case_urls')
      .values(
        urls.map((url, position) => ({ case_id: id, position, title: url.video_id ? 'Reported quay' : '', ...url })),
      )
      .execute();
  await db
    .insertInto('case_entries')
    .values({ case_id: id, kind: 'received', admin: null, is_public: true, details: null })
    .execute();
  if (made.isWithheld) await db.transaction().execute((tx) => withholdVideos(tx, videoIds.map(Number), { caseId: id }));
  return { id, number: caseNumber({ id, receivedAt }) };
};

/** Opens a case of a site whose visitors see the change at once. Returns its id as the API has it. */
export const openCase = async ({ database: { db }, index }: TestSite, made: NewCase): Promise<string> => {
  const { id } = await storeCase(db, made);
  await index.waitUntilIndexed();
  return String(id);
};

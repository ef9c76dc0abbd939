import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type CaseFlag, caseNumber } from '#contract/values/cases.ts';
import { isUrgent } from '#contract/values/report-form.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { probeSoon } from '#domain/links/link-actions.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { addEntry } from './add-entry.ts';
import { type CaseKeys, caseToken, senderOf, tokenHash } from './case-keys.ts';
import { countDeadLinks, listedVideos } from './count-dead-links.ts';
import { dueAt } from './deadlines.ts';
import { findReportedVideos, type ReportedVideo } from './find-reported-videos.ts';
import { contentHash, findEarlierCase, findSameNotice } from './find-same-notice.ts';
import { type Notice, type NoticeInput, noticeOf } from './notice.ts';
import { assertWithinLimits } from './notice-limits.ts';
import { acceptProof } from './proof-of-work.ts';
import { reportedUrlsIn } from './reported-urls.ts';
import { sendReceipt } from './reporter-emails.ts';
import { moreUrlsSentence, takeUrls } from './take-urls.ts';
import { reporter, withholdOnReceipt } from './withhold-on-receipt.ts';

export interface Sending {
  ip: string;
  /** A solved challenge; blank without JavaScript. */
  proof: string;
  /** What was typed into the field that people do not see. */
  trap: string;
  /** A random number that a browser gives a notice and its repetitions; blank without JavaScript. */
  attempt: string;
}

export interface ReceivingSite {
  keys: CaseKeys;
  site: SiteIdentity;
  withholdOnNotice: boolean;
  publishedCount: number;
}

/** What the reporter learns at once. Reports of dead links have no status page: nobody waits for an answer. */
export interface Receipt {
  number: string;
  token: string | undefined;
  withheld: number[];
}

/** The same words for a video that is gone and for one that never was: nobody learns which. */
const noVideo =
  'We found no video at these URLs: it may be gone already. If it is not, copy the URL of the page with the dead link.';

interface Sent extends Pick<Sending, 'attempt'> {
  sender: string;
  hasProof: boolean;
  flags: CaseFlag[];
  /** What the reporter reads besides on the status page. */
  remark: string;
}

const insertCase = async (tx: Tx, notice: Notice, more: Omit<Sent, 'remark'> & { repeats: number | null }) => {
  const { kind, isComplete, name, email, details } = notice;
  const { sender, hasProof, flags, attempt, repeats } = more;
  const now = new Date();
  return tx
    .insertInto('cases')
    .values({
      kind,
      // Replaced as soon as the id is known.
      token_hash: randomBytes(32),
      received_at: now,
      due_at: dueAt(kind, now),
      is_complete: isComplete,
      reporter_name: name,
      reporter_email: email,
      details: JSON.stringify(details),
      sender,
      has_proof: hasProof,
      flags,
      content_hash: contentHash(notice, attempt),
      repeats,
    })
    .returning(['id', 'received_at as receivedAt', 'due_at as dueAt'])
    .executeTakeFirstOrThrow();
};

const insertUrls = async (tx: Tx, caseId: number, videos: readonly ReportedVideo[]) => {
  if (videos.length === 0) return;
  await tx
    .insertInto('case_urls')
    .values(
      videos.map(({ url, video }, position) => ({
        case_id: caseId,
        position,
        url,
        video_id: video?.id ?? null,
        title: video?.title ?? '',
        link: video?.link ?? '',
      })),
    )
    .execute();
};

const openCase = async (
  tx: Tx,
  notice: Notice,
  videos: readonly ReportedVideo[],
  sent: Sent,
  { keys, site, ...rules }: ReceivingSite,
): Promise<Receipt> => {
  const videoIds = videos.flatMap(({ video }) => (video ? [video.id] : []));
  const repeats = await findEarlierCase(tx, notice, sent.sender, videoIds);
  const { id, receivedAt, dueAt } = await insertCase(tx, notice, { ...sent, repeats });
  const token = caseToken(keys, id);
  await insertUrls(tx, id, videos);
  await addEntry(tx, id, { kind: 'received', text: sent.remark, isPublic: true });
  const { kind, isComplete } = notice;
  const received = { caseId: id, kind, isComplete, sender: sent.sender, hasProof: sent.hasProof, videoIds };
  const { withheld, flags } = await withholdOnReceipt(tx, received, rules);
  if (withheld.length > 0) await addEntry(tx, id, { kind: 'withheld', isPublic: true });
  await tx
    .updateTable('cases')
    .set({ token_hash: tokenHash(token), flags: [...sent.flags, ...flags] })
    .where('id', '=', id)
    .execute();
  const number = caseNumber({ id, receivedAt });
  await recordChange(tx, reporter, { action: 'create', entity: 'case', entityId: id, after: { name: number, kind } });
  await sendReceipt(tx, { id, receivedAt, dueAt, reporterEmail: notice.email, withheld: withheld.length }, site);
  return { number, token: kind === 'dead_link' ? undefined : token, withheld };
};

/** A notice and the URLs that are looked at. What does not fit is kept as text: no notice is lost because it names too many. */
const readNotice = (input: NoticeInput, siteUrl: string) => {
  const entered = noticeOf(input);
  const { taken, more } = takeUrls(reportedUrlsIn(entered.urls, siteUrl));
  if (more.length === 0) return { notice: entered, urls: taken, remark: '' };
  const notice: Notice = { ...entered, details: { ...entered.details, moreUrls: more.join('\n') } };
  return { notice, urls: taken, remark: moreUrlsSentence(taken.length, more.length) };
};

/** Receives a notice: makes it a case, withholds what must not be seen meanwhile, and confirms it by email. */
export const receiveNotice = async (
  db: Db,
  input: NoticeInput,
  sending: Sending,
  receiving: ReceivingSite,
): Promise<Receipt> => {
  const { keys, site } = receiving;
  const { attempt, trap } = sending;
  const { notice, urls, remark } = readNotice(input, site.siteUrl);
  const sender = senderOf(keys, sending.ip);
  return db.transaction().execute(async (tx) => {
    // One notice of a network at a time: two presses on a button must not become two cases.
    await sql`select pg_advisory_xact_lock(hashtext('notice'), hashtext(${sender}))`.execute(tx);
    const same = await findSameNotice(tx, notice, { sender, attempt });
    if (same) return { number: caseNumber(same), token: caseToken(keys, same.id), withheld: [] };
    // Password managers fill in the hidden field, too: it refuses nobody, but a proof of work does not count beside it.
    const isTrusted = trap === '' || isUrgent(notice.kind);
    const hasProof = (await acceptProof(tx, sending.proof, keys)) && isTrusted;
    const isMany = await assertWithinLimits(tx, { sender, kind: notice.kind, hasProof });
    const videos = await findReportedVideos(tx, urls);
    const flags: CaseFlag[] = [];
    if (trap !== '') flags.push('trap');
    if (isMany) flags.push('many');
    if (remark !== '') flags.push('more_urls');
    const sent = { sender, hasProof, flags, attempt, remark };
    if (notice.kind !== 'dead_link') return openCase(tx, notice, videos, sent, receiving);
    const listed = await listedVideos(tx, videos);
    if (listed.length === 0) throw new ValidationError(noVideo, { urls: noVideo });
    await probeSoon(
      tx,
      listed.flatMap(({ video }) => (video ? [video.id] : [])),
    );
    const { number, others } = await countDeadLinks(tx, listed);
    return others.length === 0 && number !== undefined
      ? { number, token: undefined, withheld: [] }
      : openCase(tx, notice, others, sent, receiving);
  });
};

import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type CaseFlag, type CaseKind, caseNumber } from '#contract/values/cases.ts';
import { invalidEmail } from '#contract/values/fields.ts';
import {
  fieldsOf,
  isUrgent,
  missingSentences,
  type ReportField,
  reportForms,
  reportLimits,
  type reportTexts,
} from '#contract/values/reports.ts';
import { isEmail } from '#contract/values/text.ts';
import type { Db, Tx } from '#db/database.ts';
import { recordChange } from '#domain/audit-log.ts';
import { ValidationError } from '#domain/errors.ts';
import { probeSoon } from '#domain/links/link-actions.ts';
import { sendsMail } from '#domain/nodes.ts';
import type { SiteIdentity } from '#domain/settings.ts';
import { isVisible } from '#domain/visibility.ts';
import { sendReceipt } from './case-emails.ts';
import { type CaseKeys, caseToken, networkOf, senderOf, tokenHash } from './case-keys.ts';
import { addEntry } from './cases.ts';
import { requestConfirmation } from './confirm-email.ts';
import { dueAt } from './deadlines.ts';
import { acceptProof, assertWithinLimits } from './flood-limits.ts';
import { findReportedVideos, type ReportedUrl, type ReportedVideo, reportedUrlsIn } from './reported-videos.ts';
import { reporter, withholdOnReceipt } from './withhold-on-receipt.ts';

/** Form input of a reporter. Fields that the form of this kind doesn't have are ignored. */
interface NoticeInput extends Partial<Record<(typeof reportTexts)[number], string>> {
  kind: CaseKind;
  goodFaith?: boolean;
  perjury?: boolean;
  /** The reporter chose to send it although something that the law requires is missing. */
  incomplete?: boolean;
}

/** A validated notice. */
interface Notice {
  kind: CaseKind;
  urls: string;
  name: string;
  email: string;
  isComplete: boolean;
  /** The form's other fields by name. A confirmed statement is 'yes'. */
  details: Record<string, string>;
}

const fieldText = (input: NoticeInput, field: ReportField) => {
  const value = input[field];
  return typeof value === 'boolean' ? (value ? 'yes' : '') : (value ?? '').trim();
};

const fieldsOutsideDetails: readonly string[] = ['urls', 'name', 'email'];

/** Throws a ValidationError with a sentence for each missing field. */
const parseNotice = (input: NoticeInput): Notice => {
  const { kind } = input;
  const { required, mayBeIncomplete } = reportForms[kind];
  const values = Object.fromEntries(fieldsOf(kind).map((field) => [field, fieldText(input, field)]));
  const { urls = '', name = '', email = '' } = values;
  const missing = required.filter((field) => values[field] === '');
  const isAccepted = mayBeIncomplete && input.incomplete === true;
  // Urgent notices may describe the content instead of naming its URLs.
  const isDescribed = isUrgent(kind) && (values.description ?? '') !== '';
  const refused = missing.filter((field) => (field === 'urls' ? !isDescribed : !isAccepted));
  const fields: Record<string, string> = Object.fromEntries(refused.map((field) => [field, missingSentences[field]]));
  if (email !== '' && !isEmail(email)) fields.email = invalidEmail;
  const [first] = Object.values(fields);
  if (first !== undefined) throw new ValidationError(first, fields);
  const details = Object.entries(values).filter(
    ([field, value]) => value !== '' && !fieldsOutsideDetails.includes(field),
  );
  return { kind, urls, name, email, isComplete: missing.length === 0, details: Object.fromEntries(details) };
};

const contentHash = ({ kind, name, email, details, urls }: Notice, attempt: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([kind, name, email, details, urls, attempt]))
    .digest();

/**
 * Finds the case of a notice that was sent twice, by a second click or because the response was lost. The browser's random attempt
 * number decides, because others in the same network may report the same video in the same words and must not see each other's case.
 */
const findSameNotice = async (tx: Tx, notice: Notice, { sender, attempt }: { sender: string; attempt: string }) => {
  if (attempt === '') return undefined;
  return tx
    .selectFrom('cases')
    .select(['id', 'received_at as receivedAt'])
    .where('sender', '=', sender)
    .where('content_hash', '=', contentHash(notice, attempt))
    .where('kind', '<>', 'dead_link')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
};

/**
 * Finds an earlier open case of the same sender and kind about all of these posts. Admins see both as one. The reporter isn't told:
 * others may use the same network, and must not learn who has reported what.
 */
const findEarlierCase = async (
  tx: Tx,
  { kind }: Notice,
  sender: string,
  videoIds: readonly number[],
): Promise<number | null> => {
  if (videoIds.length === 0) return null;
  const { rows } = await sql<{ id: number }>`
    select coalesce(c.repeats, c.id) as id from cases c
    where c.sender = ${sender} and c.kind = ${kind} and c.status <> 'decided'
      and not exists (
        select from unnest(${sql.val(videoIds)}::bigint[]) v(id)
        where not exists (select from case_urls u where u.case_id = c.id and u.video_id = v.id))
    order by c.id limit 1`.execute(tx);
  return rows[0]?.id ?? null;
};

/** Limit for URLs and lines of plain text together. */
const maxEntries = 2 * reportLimits.urls;

const isRecognised = ({ videoId, link, path }: ReportedUrl) =>
  videoId !== undefined || link !== undefined || path !== undefined;

/** Takes as many URLs as are decided one by one. The others are kept with the case as text for an admin to read. */
const takeUrls = (urls: readonly ReportedUrl[]): { taken: ReportedUrl[]; more: string[] } => {
  const taken: ReportedUrl[] = [];
  const more: string[] = [];
  let recognised = 0;
  for (const url of urls) {
    const fits = taken.length < maxEntries && (!isRecognised(url) || recognised < reportLimits.urls);
    if (!fits) more.push(url.text);
    else taken.push(url);
    if (fits && isRecognised(url)) recognised++;
  }
  return { taken, more };
};

const moreUrlsSentence = (taken: number, more: number) =>
  `You sent ${taken + more} URLs. We look at the first ${taken} one by one. The other ${more} are kept with your report, and a person will read them. To have them looked at one by one as well, send them in another report.`;

const idsOf = (videos: readonly ReportedVideo[]) => videos.flatMap(({ video }) => (video ? [video.id] : []));

/** The reported videos that are public. A dead link of any other video needs no report. */
const listedVideos = async (tx: Tx, videos: readonly ReportedVideo[]): Promise<ReportedVideo[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from videos where id = any(${sql.val(idsOf(videos))}::bigint[]) and ${isVisible()}`.execute(tx);
  const listed = new Set(rows.map(({ id }) => id));
  return videos.filter(({ video }) => video && listed.has(video.id));
};

/** Many reports of one dead link are one case: counts them there. Returns the videos without an open case. */
const countDeadLinks = async (
  tx: Tx,
  videos: readonly ReportedVideo[],
): Promise<{ number: string | undefined; others: ReportedVideo[] }> => {
  // Lock in id order, so that concurrent reports cannot deadlock.
  const { rows } = await sql<{ videoId: number; id: number; receivedAt: Date }>`
    with counted as (
      select u.id from case_urls u join cases c on c.id = u.case_id
      where u.video_id = any(${sql.val(idsOf(videos))}::bigint[]) and u.decision is null and c.kind = 'dead_link' and c.status = 'open'
      order by u.id for update of u
    )
    update case_urls u set reports = reports + 1 from counted, cases c
    where u.id = counted.id and c.id = u.case_id
    returning u.video_id as "videoId", c.id, c.received_at as "receivedAt"`.execute(tx);
  const counted = new Set(rows.map(({ videoId }) => videoId));
  const [first] = rows;
  return {
    number: first && caseNumber(first),
    others: videos.filter(({ video }) => video && !counted.has(video.id)),
  };
};

interface Sending {
  ip: string;
  /** A solved challenge; blank without JavaScript. */
  proof: string;
  /** Content of the honeypot field, which people don't see. */
  trap: string;
  /** A random number that stays the same when the browser sends a notice again; blank without JavaScript. */
  attempt: string;
}

interface ReceivingSite {
  keys: CaseKeys;
  site: SiteIdentity;
  withholdOnNotice: boolean;
  publishedCount: number;
}

/** The immediate response to a reporter. */
interface Receipt {
  number: string;
  /** Undefined for reports of dead links, which have no status page. */
  token: string | undefined;
  withheld: number[];
  /** Reported posts that are hidden now, and those that visitors still see. */
  hidden: number;
  waiting: number;
}

/** The same text whether a video is gone or never existed, so that it doesn't reveal which. */
const noVideo =
  'We found no video at these URLs. It may already be gone. If it is not, copy the URL of the page with the dead link.';

interface Sent extends Pick<Sending, 'attempt'> {
  sender: string;
  network: string;
  hasProof: boolean;
  flags: CaseFlag[];
  /** Additional text for the reporter on the status page. */
  remark: string;
}

const insertCase = async (tx: Tx, notice: Notice, more: Omit<Sent, 'remark'> & { repeats: number | null }) => {
  const { kind, isComplete, name, email, details } = notice;
  const { sender, network, hasProof, flags, attempt, repeats } = more;
  const now = new Date();
  return tx
    .insertInto('cases')
    .values({
      kind,
      // Placeholder until the id is known.
      token_hash: randomBytes(32),
      received_at: now,
      due_at: dueAt(kind, now),
      is_complete: isComplete,
      reporter_name: name,
      reporter_email: email,
      details: JSON.stringify(details),
      sender,
      network,
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
  const videoIds = idsOf(videos);
  const repeats = await findEarlierCase(tx, notice, sent.sender, videoIds);
  const { id, receivedAt, dueAt } = await insertCase(tx, notice, { ...sent, repeats });
  const token = caseToken(keys, id);
  await insertUrls(tx, id, videos);
  await addEntry(tx, id, { kind: 'received', text: sent.remark, isPublic: true });
  const { kind, isComplete } = notice;
  const { sender, network, hasProof } = sent;
  const unconfirmed = { mailbox: undefined, confirmationWork: 0 };
  const received = { caseId: id, kind, isComplete, sender, network, hasProof, ...unconfirmed, videoIds };
  const { withheld, waiting, flags } = await withholdOnReceipt(tx, received, rules);
  if (withheld.length > 0) await addEntry(tx, id, { kind: 'withheld', isPublic: true });
  await tx
    .updateTable('cases')
    .set({ token_hash: tokenHash(token), flags: [...sent.flags, ...flags] })
    .where('id', '=', id)
    .execute();
  const number = caseNumber({ id, receivedAt });
  await recordChange(tx, reporter, { action: 'create', entity: 'case', entityId: id, after: { name: number, kind } });
  const mailed = { id, receivedAt, dueAt, reporterEmail: notice.email };
  const asksToConfirm = waiting > 0 && notice.email !== '' && (await sendsMail(tx));
  const refusal = asksToConfirm ? await requestConfirmation(tx, mailed, { keys, site, network }) : undefined;
  if (refusal) await addEntry(tx, id, { kind: 'email', text: refusal.reason, isPublic: true });
  if (refusal || !asksToConfirm)
    await sendReceipt(tx, { ...mailed, withheld: withheld.length, waiting, hasProof }, site);
  return { number, token: kind === 'dead_link' ? undefined : token, withheld, ...(await countPosts(tx, id)) };
};

/** How many reported posts visitors no longer see, and how many they still do. */
const countPosts = async (tx: Tx, caseId: number): Promise<Pick<Receipt, 'hidden' | 'waiting'>> => {
  const { rows } = await sql<Pick<Receipt, 'hidden' | 'waiting'>>`
    select count(distinct v.id) filter (where not ${isVisible('v')})::int as hidden,
      count(distinct v.id) filter (where ${isVisible('v')})::int as waiting
    from case_urls u join videos v on v.id = u.video_id where u.case_id = ${caseId}`.execute(tx);
  return rows[0] ?? { hidden: 0, waiting: 0 };
};

/** A notice with too many URLs isn't refused: the excess is kept as text. */
const readNotice = (input: NoticeInput, siteUrl: string) => {
  const entered = parseNotice(input);
  const { taken, more } = takeUrls(reportedUrlsIn(entered.urls, siteUrl));
  if (more.length === 0) return { notice: entered, urls: taken, remark: '' };
  const notice: Notice = { ...entered, details: { ...entered.details, moreUrls: more.join('\n') } };
  return { notice, urls: taken, remark: moreUrlsSentence(taken.length, more.length) };
};

/** Opens a case for a notice, withholds posts that must not stay public meanwhile, and confirms it by email. */
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
  const network = networkOf(keys, sending.ip);
  return db.transaction().execute(async (tx) => {
    // One notice per network at a time, so that a double click cannot open two cases.
    await sql`select pg_advisory_xact_lock(hashtext('notice'), hashtext(${sender}))`.execute(tx);
    const same = await findSameNotice(tx, notice, { sender, attempt });
    if (same)
      return {
        number: caseNumber(same),
        token: caseToken(keys, same.id),
        withheld: [],
        ...(await countPosts(tx, same.id)),
      };
    // Password managers fill in the honeypot too, so it doesn't refuse a notice. It only invalidates the proof of work.
    const isTrusted = trap === '' || isUrgent(notice.kind);
    const hasProof = (await acceptProof(tx, sending.proof, { keys, network })) && isTrusted;
    const isMany = await assertWithinLimits(tx, { sender, network, kind: notice.kind, hasProof });
    const videos = await findReportedVideos(tx, urls);
    const flags: CaseFlag[] = [];
    if (trap !== '') flags.push('trap');
    if (isMany) flags.push('many');
    if (remark !== '') flags.push('more_urls');
    const sent = { sender, network, hasProof, flags, attempt, remark };
    if (notice.kind !== 'dead_link') return openCase(tx, notice, videos, sent, receiving);
    const listed = await listedVideos(tx, videos);
    if (listed.length === 0) throw new ValidationError(noVideo, { urls: noVideo });
    await probeSoon(tx, idsOf(listed));
    const { number, others } = await countDeadLinks(tx, listed);
    return others.length === 0 && number !== undefined
      ? { number, token: undefined, withheld: [], hidden: 0, waiting: 0 }
      : openCase(tx, notice, others, sent, receiving);
  });
};

import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Listing, Refusal } from '#domain/listing/listing.ts';
import { uploadsPath } from '#domain/uploads/uploads.ts';
import type { PictureHash } from './hash-words.ts';
import { storedFingerprint } from './image-hashes.ts';
import { findKeptLinks } from './kept-links.ts';
import { findPictureMatches, type PictureMatch } from './picture-hashes.ts';

/** Form fields with links, and those with pictures. */
const linkFields = ['link', 'otherLinks', 'iframeUrl', 'url'];
const pictureFields = ['imageUrl', 'previewUrls', 'image', 'logo', 'thumbnail'];

const removed = (what: string, caseNumber: string) =>
  `This ${what} was removed in case ${caseNumber} and may not be listed again.`;

const linkRefusals = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const parts = listings.flatMap(({ links }, at) =>
    links.filter(({ field }) => linkFields.includes(field)).map((part) => ({ at, part })),
  );
  const keptLinks = await findKeptLinks(
    db,
    parts.map(({ part }) => part.value),
  );
  const refusals: (Refusal | undefined)[] = listings.map(() => undefined);
  for (const [n, { at, part }] of parts.entries()) {
    const kept = keptLinks[n];
    if (!kept) continue;
    const { caseNumber, url } = kept;
    refusals[at] ??= {
      field: part.field,
      sentence: removed(part.field === 'iframeUrl' ? 'embed code' : 'link', caseNumber),
      details: { case: caseNumber, removed: url },
    };
  }
  return refusals;
};

/** Returns the known fingerprints. Pictures that have not been fetched yet are compared by a job once they are. */
const knownFingerprints = async (db: Db, urls: readonly string[]): Promise<PictureHash[][]> => {
  const { rows } = await sql<{ url: string; fingerprint: PictureHash[] }>`
    select image_url as url, ${storedFingerprint} as fingerprint from image_hashes
    where md5(image_url) = any(array(select md5(url) from unnest(${sql.val(urls)}::text[]) as url)) and hash is not null`.execute(
    db,
  );
  const known = new Map(rows.map(({ url, fingerprint }) => [url, fingerprint]));
  return urls.map((url) => known.get(url) ?? []);
};

/** Removed uploads with the numbers of their cases. Unlike a search by hash, this also finds pictures that cannot be hashed. */
const removedUploads = async (db: Db, urls: readonly string[]): Promise<Map<string, string>> => {
  const paths = urls.filter((url) => url.startsWith(uploadsPath));
  if (paths.length === 0) return new Map();
  const rows = await db
    .selectFrom('kept_pictures')
    .select(['image_url as path', 'case_number as caseNumber'])
    .where('image_url', '=', sql<string>`any(${sql.val(paths)}::text[])`)
    .where('removed_at', 'is', null)
    .where('common_at', 'is', null)
    .execute();
  return new Map(rows.map(({ path, caseNumber }) => [path, caseNumber]));
};

const matchRefusal = (field: string, match: PictureMatch): Refusal => {
  const { distance } = match;
  if (match.kind === 'case')
    return { field, sentence: removed('picture', match.caseNumber), details: { case: match.caseNumber, distance } };
  const sentence = `This picture is on the hash list “${match.name}” and may not be listed.`;
  return { field, sentence, details: { list: match.name, distance } };
};

export const hasKeptPicturesOrLists = async (db: Db) => {
  const { rows } = await sql<{ isAny: boolean }>`
    select exists (select from kept_pictures) or exists (select from hash_lists where deleted_at is null) as "isAny"`.execute(
    db,
  );
  return rows[0]?.isAny ?? false;
};

const pictureRefusals = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  // Without removals and lists, don't look up the hashes of what may be thousands of pictures.
  if (!(await hasKeptPicturesOrLists(db))) return listings.map(() => undefined);
  const parts = listings.flatMap(({ links }, at) =>
    links.filter(({ field }) => pictureFields.includes(field)).map((part) => ({ at, part })),
  );
  const urls = parts.map(({ part }) => part.value);
  const matches = await findPictureMatches(db, await knownFingerprints(db, urls));
  const uploads = await removedUploads(db, urls);
  const refusals: (Refusal | undefined)[] = listings.map(() => undefined);
  for (const [n, { at, part }] of parts.entries()) {
    const [match] = matches[n] ?? [];
    const caseNumber = uploads.get(part.value);
    if (match) refusals[at] ??= matchRefusal(part.field, match);
    else if (caseNumber !== undefined)
      refusals[at] ??= { field: part.field, sentence: removed('picture', caseNumber), details: { case: caseNumber } };
  }
  return refusals;
};

/** Refuses links and pictures that a case has removed, and pictures on hash lists. */
export const findKeptDown = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const links = await linkRefusals(db, listings);
  const pictures = await pictureRefusals(db, listings);
  return listings.map((_, at) => links[at] ?? pictures[at]);
};

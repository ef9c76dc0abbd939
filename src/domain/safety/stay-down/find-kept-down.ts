import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { ListedPart, Listing } from '../listing.ts';
import type { Refusal } from '../may-be-listed.ts';
import { findPictureMatches, type PictureMatch } from './hash-book.ts';
import { findKeptLinks } from './kept-links.ts';
import type { PictureHash } from './picture-hash.ts';

/** The fields of forms that lead somewhere else; the others are pictures. */
const linkFields = ['link', 'iframeUrl', 'url'];

const removed = (what: string, caseNumber: string) =>
  `This ${what} was removed in case ${caseNumber} and may not be listed again.`;

const linkRefusals = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const parts = listings.flatMap(({ links }, at) =>
    links.filter(({ field }) => linkFields.includes(field)).map((part) => ({ at, part })),
  );
  const found = await findKeptLinks(
    db,
    parts.map(({ part }) => part.value),
  );
  const refusals: (Refusal | undefined)[] = listings.map(() => undefined);
  const whatOf = ({ field }: ListedPart) => (field === 'iframeUrl' ? 'embed code' : 'link');
  for (const [n, { at, part }] of parts.entries()) {
    const kept = found[n];
    if (!kept || refusals[at]) continue;
    const { caseNumber, url } = kept;
    refusals[at] = {
      field: part.field,
      sentence: removed(whatOf(part), caseNumber),
      details: { case: caseNumber, removed: url },
    };
  }
  return refusals;
};

/** Of pictures that have been fetched; the others are compared once they are. */
export const hashesOf = async (
  db: Db,
  imageUrls: readonly (string | undefined)[],
): Promise<(PictureHash | undefined)[]> => {
  const urls = imageUrls.filter((url) => url !== undefined && url !== '');
  if (urls.length === 0) return imageUrls.map(() => undefined);
  const { rows } = await sql<{ url: string; hash: string }>`
    select image_url as url, hash from image_hashes
    where md5(image_url) = any(array(select md5(url) from unnest(${sql.val(urls)}::text[]) as url)) and hash is not null`.execute(
    db,
  );
  const hashes = new Map(rows.map(({ url, hash }) => [url, hash]));
  return imageUrls.map((url) => (url === undefined ? undefined : hashes.get(url)));
};

const pictureRefusal = (match: PictureMatch | undefined): Refusal | undefined => {
  if (!match) return undefined;
  const { distance } = match;
  if (match.kind === 'case')
    return {
      field: 'imageUrl',
      sentence: removed('picture', match.caseNumber),
      details: { case: match.caseNumber, distance },
    };
  const sentence = `This picture is on the hash list “${match.name}” and may not be listed.`;
  return { field: 'imageUrl', sentence, details: { list: match.name, distance } };
};

/** Refuses links and pictures that a case has removed, and pictures of the lists of others. */
export const findKeptDown = async (db: Db, listings: readonly Listing[]): Promise<(Refusal | undefined)[]> => {
  const links = await linkRefusals(db, listings);
  const hashes = await hashesOf(
    db,
    listings.map(({ imageUrl }) => imageUrl),
  );
  const pictures = await findPictureMatches(db, hashes);
  return listings.map((_, at) => links[at] ?? pictureRefusal(pictures[at]?.[0]));
};

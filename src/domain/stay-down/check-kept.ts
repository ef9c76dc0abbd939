import type { Db } from '#db/database.ts';
import { findPictureMatches } from './hash-book.ts';
import { hashPicture } from './hash-picture.ts';
import { findKeptLinks } from './kept-links.ts';
import type { PictureHash } from './picture-hash.ts';

/** What keeps something down: a case or a list. */
export interface KeptBy {
  caseId: number | null;
  /** The number of the case, or the name of the list. */
  name: string;
  /** The link that was removed; null for pictures. */
  url: string | null;
  /** In how many bits the pictures differ; null for links. */
  distance: number | null;
}

export const checkLink = async (db: Db, link: string): Promise<KeptBy[]> => {
  const [kept] = await findKeptLinks(db, [link]);
  return kept ? [{ caseId: kept.caseId, name: kept.caseNumber, url: kept.url, distance: null }] : [];
};

/** The hash of an uploaded picture, which is not stored, and what keeps it down. */
export const checkPicture = async (
  db: Db,
  picture: Buffer,
): Promise<{ hash: PictureHash | undefined; keptBy: KeptBy[] }> => {
  const hash = await hashPicture(picture);
  const [matches = []] = await findPictureMatches(db, [hash]);
  const keptBy = matches.map((match) => ({
    caseId: match.kind === 'case' ? match.caseId : null,
    name: match.kind === 'case' ? match.caseNumber : match.name,
    url: null,
    distance: match.distance,
  }));
  return { hash, keptBy };
};

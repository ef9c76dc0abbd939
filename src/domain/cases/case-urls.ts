import { sql } from 'kysely';
import type { CaseDecision } from '#contract/values/cases.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';

export interface CaseUrl {
  id: number;
  position: number;
  url: string;
  videoId: number | null;
  title: string;
  link: string;
  decision: CaseDecision | null;
  reason: string;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** What it has in common with what the case removed, if the site found it; null for what was reported. */
  foundBy: 'link' | 'picture' | null;
  /** The URLs that it was found by. */
  foundFrom: number[];
}

export const urlsOfCase = (db: Db, caseId: number): Promise<CaseUrl[]> =>
  db
    .selectFrom('case_urls')
    .select([
      'id',
      'position',
      'url',
      'video_id as videoId',
      'title',
      'link',
      'decision',
      'reason',
      'decided_at as decidedAt',
      'decided_by as decidedBy',
      'found_by as foundBy',
    ])
    // As JSON, so that the ids are numbers.
    .select(sql<number[]>`to_json(found_from)`.as('foundFrom'))
    .where('case_id', '=', caseId)
    .orderBy('position')
    .execute();

export const pickUrls = (urls: readonly CaseUrl[], ids: readonly number[]): CaseUrl[] => {
  const picked = urls.filter(({ id }) => ids.includes(id));
  if (picked.length !== new Set(ids).size) throw new ValidationError('This case has no such URL.');
  return picked;
};

export const videoIdsOf = (urls: readonly CaseUrl[]): number[] => [
  ...new Set(urls.map(({ videoId }) => videoId).filter((id) => id !== null)),
];

/** Reported URLs that are not of a post of this site. */
export const foreignUrlsOf = (urls: readonly CaseUrl[]): string[] =>
  urls.filter(({ videoId }) => videoId === null).map(({ url }) => url);

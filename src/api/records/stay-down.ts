import type {
  HashListRecord,
  HashMatchRecord,
  KeptByRecord,
  KeptRecord,
  MirrorMatchRecord,
} from '#contract/stay-down.ts';
import type { KeptBy } from '#domain/stay-down/check-kept.ts';
import type { HashList } from '#domain/stay-down/hash-lists.ts';
import type { KeptEntry } from '#domain/stay-down/kept-entries.ts';
import type { HashMatch } from '#domain/stay-down-matches/hash-matches.ts';
import type { MirrorMatch } from '#domain/stay-down-matches/mirror-matches.ts';

export const toKeptRecord = ({ id, caseId, keptAt, ...same }: KeptEntry): KeptRecord => ({
  _id: String(id),
  caseId: String(caseId),
  ...same,
  keptAt: keptAt.toISOString(),
});

export const toKeptByRecord = ({ caseId, ...same }: KeptBy): KeptByRecord => ({
  caseId: caseId === null ? null : String(caseId),
  ...same,
});

export const toHashListRecord = ({ id, createdAt, ...same }: HashList): HashListRecord => ({
  _id: String(id),
  ...same,
  createdAt: createdAt.toISOString(),
});

export const toHashMatchRecord = ({ listId, videoId, title, foundAt, ...same }: HashMatch): HashMatchRecord => ({
  listId: String(listId),
  _id: String(videoId),
  titel: title,
  ...same,
  foundAt: foundAt.toISOString(),
});

export const toMirrorMatchRecord = ({ videoId, title, caseId, foundAt, ...same }: MirrorMatch): MirrorMatchRecord => ({
  _id: String(videoId),
  titel: title,
  caseId: String(caseId),
  ...same,
  foundAt: foundAt.toISOString(),
});

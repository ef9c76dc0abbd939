import { momentLabel } from '#domain/day.ts';
import type { MissingFingerprints } from '#domain/stay-down/missing-fingerprints.ts';
import { type Check, failure, ok, plural, warning } from './check.ts';

const part = 'Removed pictures';
/** The job that fetches pictures runs every minute. */
const soonMs = 10 * 60_000;
const lateMs = 24 * 60 * 60_000;

/** Checks that the same picture would be recognised if it came back under another URL. */
export const judgeFingerprints = (missing: MissingFingerprints, now = new Date()): Check => {
  const { pictures, cases, since, problem } = missing;
  const ageMs = since ? now.getTime() - since.getTime() : 0;
  if (!since || ageMs < soonMs) return ok(part, 'All removed pictures are recognised if they come back.');
  const sentence = `${plural(pictures, 'removed picture')} of ${plural(cases, 'case')} cannot be recognised under another URL: the fingerprint has been missing since ${momentLabel(since)}${problem ? `, because ${problem.replace(/\.$/, '')}` : ''}.`;
  const whatToDo =
    'The site goes on trying for eight weeks. Look at the cases marked “fingerprint missing” under Removals, and see whether the host of the picture answers. Until then, only the link is blocked.';
  return ageMs < lateMs ? warning(part, sentence, whatToDo) : failure(part, sentence, whatToDo);
};

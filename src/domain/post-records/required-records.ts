import type { PostState } from '#contract/values/post-filter.ts';
import { enterRecord, missingParts, type PostRecords, recordsMissing } from '#contract/values/record-parts.ts';
import type { Db } from '#db/database.ts';
import { ValidationError } from '#domain/errors.ts';
import { readSettings } from '#domain/settings.ts';

/** Whether posts are published only with complete records. */
export const areRecordsRequired = async (db: Db): Promise<boolean> => (await readSettings(db)).requireRecords === true;

interface RecordedPost extends PostRecords {
  state: PostState;
}

/**
 * Throws if a post is shown, or will be, without the records that the settings ask for. One that was shown without them before
 * may still be edited; one that had them must not lose them.
 */
export const assertRecorded = async (db: Db, before: RecordedPost | undefined, after: RecordedPost): Promise<void> => {
  const missing = missingParts(after);
  if (missing.length === 0 || (after.state !== 'published' && after.state !== 'scheduled')) return;
  const isShownAnew = before?.state !== after.state;
  const isLosing = before !== undefined && missing.length > missingParts(before).length;
  if ((!isShownAnew && !isLosing) || !(await areRecordsRequired(db))) return;
  const fields = Object.fromEntries(missing.map((part) => [part, enterRecord(part)]));
  throw new ValidationError(recordsMissing(missing), fields);
};

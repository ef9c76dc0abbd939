import { plural } from '../../components/format/plural.ts';
import { fullCount } from '../kit/format/counts.ts';
import type { Import } from '../kit/records/import.ts';
import { hasDroppedRows, sizeLabel, undoneLabel } from './import-words.ts';

type Told = Pick<
  Import,
  | 'state'
  | 'startedAt'
  | 'isResumable'
  | 'counts'
  | 'checkedCounts'
  | 'totalRows'
  | 'bytes'
  | 'missing'
  | 'takenDown'
  | 'undone'
  | 'notice'
>;

/** What was done or, before that, what the dry run says. */
const countsOf = ({ startedAt, counts, checkedCounts }: Told) => (startedAt ? counts : checkedCounts);

/** Posts that stayed although the feed lacks them: so many that somebody should have confirmed it. The notice says so. */
const notTakenDown = ({ startedAt, notice, missing, takenDown }: Told) =>
  startedAt !== null && notice !== null ? (missing ?? 0) - takenDown : 0;

/** What a list of imports says of one, in a line. */
export const resultLabel = (each: Told): string => {
  const { state, takenDown, totalRows, bytes, startedAt } = each;
  if (state === 'undone') return undoneLabel(each);
  const { new: added, changed, duplicate, refused, bad, heldBack } = countsOf(each);
  const isDropped = hasDroppedRows(each);
  const left = duplicate + refused + bad + (isDropped ? heldBack : 0);
  const stayed = notTakenDown(each);
  const parts = [
    added > 0 && `${fullCount(added)} ${startedAt ? 'added' : 'new'}`,
    changed > 0 && `${fullCount(changed)} changed`,
    takenDown > 0 && `${fullCount(takenDown)} taken down`,
    stayed > 0 && `${fullCount(stayed)} not taken down`,
    left > 0 && `${fullCount(left)} left out`,
    heldBack > 0 && !isDropped && `${fullCount(heldBack)} held back`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(' · ');
  return totalRows === null ? sizeLabel(bytes) : plural(totalRows, 'row');
};

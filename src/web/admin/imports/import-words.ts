import type { ImportState, ListedOutcome, RowOutcome } from '#contract/values/imports.ts';
import { plural } from '../../components/format.ts';
import { fullCount } from '../kit/format.ts';
import type { Import } from './import-calls.ts';

const stateLabels: Record<ImportState, string> = {
  receiving: 'receiving',
  received: 'to be mapped',
  checking: 'dry run',
  checked: 'to be confirmed',
  running: 'importing',
  waiting: 'waiting',
  stopped: 'stopped',
  finished: 'imported',
  failed: 'failed',
  undoing: 'undoing',
  undone: 'undone',
};

export const stateLabel = ({ state, origin }: Pick<Import, 'state' | 'origin'>) =>
  state === 'receiving' && origin !== 'upload' ? 'fetching' : stateLabels[state];

export const stateTone = (state: ImportState): 'accent' | 'quiet' | 'danger' => {
  if (state === 'failed') return 'danger';
  return state === 'finished' || state === 'undone' || state === 'stopped' ? 'quiet' : 'accent';
};

/** Something happens to it without anybody's doing. An upload is followed where it is sent from. */
export const isUnderWay = ({ state, origin }: Pick<Import, 'state' | 'origin'>) =>
  state === 'checking' || state === 'running' || state === 'undoing' || (state === 'receiving' && origin !== 'upload');

type Outcome = ListedOutcome | RowOutcome;

const outcomeLabels: Record<Outcome, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Same',
  duplicate: 'Duplicate',
  refused: 'Refused',
  bad: 'Broken',
  heldBack: 'Held back',
  takenDown: 'Missing',
  leftAlone: 'Left alone',
};
const outcomeHints: Record<Outcome, string> = {
  new: 'become posts',
  changed: 'update posts',
  same: 'nothing to do',
  duplicate: 'are here already, or twice in the feed',
  refused: 'may not be listed',
  bad: 'could not be read',
  heldBack: 'go in later',
  takenDown: 'will be taken down',
  leftAlone: 'changed by somebody since',
};

/** Of an import that has begun: what has been done, no longer what would be. */
const doneLabels: Partial<Record<Outcome, string>> = { new: 'Added', takenDown: 'Taken down' };
const doneHints: Partial<Record<Outcome, string>> = {
  new: 'became posts',
  changed: 'updated posts',
  same: 'left as they were',
  duplicate: 'were here already, or twice in the feed',
  takenDown: 'left the feed',
};

type Standing = Pick<Import, 'state' | 'startedAt' | 'isResumable'>;

/** Whether rows that the daily cap held back will not go in any more: a newer feed took the import's place, or it was undone. */
const hasDroppedRows = ({ state, startedAt, isResumable }: Standing) =>
  startedAt !== null && state !== 'running' && state !== 'waiting' && !isResumable;

const heldBackHint = (each: Standing) => {
  if (hasDroppedRows(each)) return 'never went in';
  return each.isResumable ? 'go in once it is resumed' : outcomeHints.heldBack;
};

/** What the rows of an outcome are called, and what becomes or has become of them. */
export const outcomeWords = (outcome: Outcome, each: Standing) => ({
  label: (each.startedAt && doneLabels[outcome]) || outcomeLabels[outcome],
  hint: outcome === 'heldBack' ? heldBackHint(each) : (each.startedAt && doneHints[outcome]) || outcomeHints[outcome],
});

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What undoing has done: added posts are gone, others are as they were. */
export const undoneLabel = ({ counts, takenDown, undone }: Pick<Import, 'counts' | 'takenDown' | 'undone'>): string => {
  const done = [
    ...(counts.new > 0 || counts.changed + takenDown === 0 ? ['removed'] : []),
    ...(counts.changed > 0 ? ['changed back'] : []),
    ...(takenDown > 0 ? ['brought back'] : []),
  ];
  return `${plural(undone, 'post')} ${either.format(done)}`;
};

const units = ['bytes', 'KB', 'MB', 'GB'];

/** Such as 1.4 MB. */
export const sizeLabel = (bytes: number) => {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? fullCount(Math.round(value)) : Number(value.toFixed(1))} ${units[power]}`;
};

/** Such as 40 s, 12 min or 3 h 5 min, in one line. */
export const timeLabel = (ms: number) => {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}\u00a0min`;
  return minutes % 60 === 0
    ? `${minutes / 60}\u00a0h`
    : `${Math.floor(minutes / 60)}\u00a0h\u00a0${minutes % 60}\u00a0min`;
};

/** How long it took, without the time in which it waited for somebody. */
export const durationOf = ({ startedAt, endedAt }: Pick<Import, 'startedAt' | 'endedAt'>) =>
  startedAt && endedAt ? timeLabel(Date.parse(endedAt) - Date.parse(startedAt)) : undefined;

export const percentLabel = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0).replace(/\.0$/, '')} %`;

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

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

/** Whether the server is working on it. An upload isn’t counted: the browser that sends it shows its progress. */
export const isUnderWay = ({ state, origin }: Pick<Import, 'state' | 'origin'>) =>
  state === 'checking' || state === 'running' || state === 'undoing' || (state === 'receiving' && origin !== 'upload');

type Outcome = ListedOutcome | RowOutcome;

const outcomeLabels: Record<Outcome, string> = {
  new: 'New',
  changed: 'Changed',
  incomplete: 'Incomplete',
  same: 'Unchanged',
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
  incomplete: 'lack values that could not be read',
  same: 'no update needed',
  duplicate: 'already listed, or twice in the feed',
  refused: 'may not be listed',
  bad: 'could not be read',
  heldBack: 'imported later',
  takenDown: 'will be taken down',
  leftAlone: 'changed by someone since',
};

/** Used instead once the import has started. */
const doneLabels: Partial<Record<Outcome, string>> = { new: 'Added', takenDown: 'Taken down' };
const doneHints: Partial<Record<Outcome, string>> = {
  new: 'became posts',
  changed: 'updated posts',
  same: 'left as they were',
  takenDown: 'no longer in the feed',
};

type ImportStatus = Pick<Import, 'state' | 'startedAt' | 'isResumable'>;

/** Whether held back rows will never be imported, because a newer feed replaced the import or it was undone. */
const hasDroppedRows = ({ state, startedAt, isResumable }: ImportStatus) =>
  startedAt !== null && state !== 'running' && state !== 'waiting' && !isResumable;

const heldBackHint = (status: ImportStatus) => {
  if (hasDroppedRows(status)) return 'never imported';
  return status.isResumable ? 'imported once resumed' : outcomeHints.heldBack;
};

/** The name of an outcome, and what happens or has happened to its rows. */
export const outcomeWords = (outcome: Outcome, status: ImportStatus) => ({
  label: (status.startedAt && doneLabels[outcome]) || outcomeLabels[outcome],
  hint:
    outcome === 'heldBack' ? heldBackHint(status) : (status.startedAt && doneHints[outcome]) || outcomeHints[outcome],
});

const either = new Intl.ListFormat('en', { type: 'disjunction' });

/** What undoing has done, such as '3 posts removed or reverted'. */
export const undoneLabel = ({ counts, takenDown, undone }: Pick<Import, 'counts' | 'takenDown' | 'undone'>): string => {
  const done = [
    ...(counts.new > 0 || counts.changed + takenDown === 0 ? ['removed'] : []),
    ...(counts.changed > 0 ? ['reverted'] : []),
    ...(takenDown > 0 ? ['restored'] : []),
  ];
  return `${plural(undone, 'post')} ${either.format(done)}`;
};

const units = ['bytes', 'KB', 'MB', 'GB'];

/** '1.4 MB' */
export const sizeLabel = (bytes: number) => {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? fullCount(Math.round(value)) : Number(value.toFixed(1))} ${units[power]}`;
};

/** '40 s', '12 min' or '3 h 5 min', with non-breaking spaces. */
export const timeLabel = (ms: number) => {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds}\u00a0s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}\u00a0min`;
  return minutes % 60 === 0
    ? `${minutes / 60}\u00a0h`
    : `${Math.floor(minutes / 60)}\u00a0h\u00a0${minutes % 60}\u00a0min`;
};

export const durationOf = ({ startedAt, endedAt }: Pick<Import, 'startedAt' | 'endedAt'>) =>
  startedAt && endedAt ? timeLabel(Date.parse(endedAt) - Date.parse(startedAt)) : undefined;

type ImportResult = Pick<
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

/** The counts of the import or, before it has started, of the dry run. */
const countsOf = ({ startedAt, counts, checkedCounts }: ImportResult) => (startedAt ? counts : checkedCounts);

/** Posts that are missing from the feed but stayed, because taking down so many needs a confirmation. */
const unconfirmedTakeDowns = ({ startedAt, notice, missing, takenDown }: ImportResult) =>
  startedAt !== null && notice !== null ? (missing ?? 0) - takenDown : 0;

/** The result of an import in one line, for lists. */
export const resultLabel = (record: ImportResult): string => {
  const { state, takenDown, totalRows, bytes, startedAt } = record;
  if (state === 'undone') return undoneLabel(record);
  const { new: added, changed, duplicate, refused, bad, heldBack } = countsOf(record);
  const isDropped = hasDroppedRows(record);
  const left = duplicate + refused + bad + (isDropped ? heldBack : 0);
  const stayed = unconfirmedTakeDowns(record);
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

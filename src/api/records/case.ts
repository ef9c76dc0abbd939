import type { CaseRecord, QueuedCase as QueuedRecord } from '#contract/removals.ts';
import type { CounterNotice } from '#domain/cases/counter-notices.ts';
import type { WholeCase } from '#domain/cases/read-case.ts';
import type { QueuedCase } from '#domain/cases/read-queue.ts';

const timeOf = (date: Date | null) => date?.toISOString() ?? null;

export const toQueuedRecord = (found: QueuedCase): Omit<QueuedRecord, 'fold'> => ({
  ...found,
  _id: String(found.id),
  videoId: found.videoId === null ? null : String(found.videoId),
  receivedAt: found.receivedAt.toISOString(),
  dueAt: found.dueAt.toISOString(),
  pausedAt: timeOf(found.pausedAt),
  decidedAt: timeOf(found.decidedAt),
  restorableFrom: timeOf(found.restorableFrom),
  restoreBy: timeOf(found.restoreBy),
});

const toCounterNotice = (notice: CounterNotice): CaseRecord['counterNotices'][number] => ({
  ...notice,
  _id: String(notice.id),
  urlIds: notice.urlIds.map(String),
  receivedAt: notice.receivedAt.toISOString(),
  restorableFrom: notice.restorableFrom.toISOString(),
  restoreBy: notice.restoreBy.toISOString(),
  stoppedAt: timeOf(notice.stoppedAt),
  restoredAt: timeOf(notice.restoredAt),
});

const toUrl = ({ video, otherCases, ...url }: WholeCase['urls'][number]): CaseRecord['urls'][number] => ({
  ...url,
  _id: String(url.id),
  decidedAt: timeOf(url.decidedAt),
  video: video && { ...video, _id: String(video.id), titel: video.title },
  otherCases: otherCases.map((other) => ({ ...other, _id: String(other.id) })),
});

export const toCaseRecord = (found: WholeCase): CaseRecord => ({
  ...toQueuedRecord(found),
  details: found.details,
  urls: found.urls.map(toUrl),
  entries: found.entries.map((entry) => ({ ...entry, _id: String(entry.id), at: entry.at.toISOString() })),
  counterNotices: found.counterNotices.map(toCounterNotice),
  isUndoable: found.isUndoable,
});

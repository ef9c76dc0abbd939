import { useSyncExternalStore } from 'react';
import type { Import } from '../../kit/records/import.ts';
import { saveFailureMessage } from '../../kit/session/failure.ts';
import { type SentFile, sendFile } from './send-file.ts';

/** A file that this tab sends. It goes on while the admin is on other screens. */
export interface Upload {
  id: string;
  fileName: string;
  totalBytes: number;
  sentBytes: number;
  /** When sending began, and from where, to tell how fast it is. */
  startedAt: number;
  startedFrom: number;
  isStalled: boolean;
  isDone: boolean;
  problem?: string;
}

const uploads = new Map<string, Upload>();
const sending = new Map<string, SentFile>();
const listeners = new Set<() => void>();

const update = (id: string, changes: Partial<Upload>) => {
  const upload = uploads.get(id);
  if (!upload) return;
  uploads.set(id, { ...upload, ...changes });
  for (const listener of listeners) listener();
};

const isSending = () => [...uploads.values()].some(({ isDone, problem }) => !isDone && problem === undefined);
const warn = (event: BeforeUnloadEvent) => isSending() && event.preventDefault();

export const beginUpload = (begun: Import, file: File) => {
  uploads.set(begun.id, {
    id: begun.id,
    fileName: file.name,
    totalBytes: file.size,
    sentBytes: begun.bytes,
    startedAt: Date.now(),
    startedFrom: begun.bytes,
    isStalled: false,
    isDone: false,
  });
  const sent = sendFile(begun, {
    file,
    onProgress: (sentBytes) => update(begun.id, { sentBytes }),
    onStalled: (isStalled) => update(begun.id, { isStalled }),
  });
  sending.set(begun.id, sent);
  addEventListener('beforeunload', warn);
  sent.done.then(
    (received) => received && update(begun.id, { isDone: true }),
    (error: unknown) => {
      console.warn(error);
      update(begun.id, { problem: saveFailureMessage(error, 'The file could not be sent.') });
    },
  );
  update(begun.id, {});
};

export const cancelUpload = (id: string) => {
  sending.get(id)?.cancel();
  sending.delete(id);
  uploads.delete(id);
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useUpload = (id: string): Upload | undefined =>
  useSyncExternalStore(
    subscribe,
    () => uploads.get(id),
    () => undefined,
  );

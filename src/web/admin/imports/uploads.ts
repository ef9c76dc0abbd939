import { useSyncExternalStore } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';
import { saveFailureMessage } from '../kit/session/failure.ts';
import { type Import, loadImport, sendUploadPart } from './import-calls.ts';

const minPartBytes = 256 * 1024;
const firstPartBytes = 1024 * 1024;
/** Long enough to be worth its request, short enough for a bar that moves and for the 30 seconds that a request has. */
const wantedPartMs = 1500;
const retryMs = 3000;

interface SentFile {
  /** Settles once the whole file has arrived; undefined if it was cancelled. */
  done: Promise<Import | undefined>;
  /** No further part is sent. */
  cancel: () => void;
}

interface SendingOptions {
  file: Blob;
  onProgress: (receivedBytes: number) => void;
  /** Whether the connection is lost at the moment; sending goes on by itself once it is back. */
  onStalled: (isStalled: boolean) => void;
}

/** A part that was refused will be refused again; one that got no answer, or found the site stopping, will not. */
const isLost = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

const nextSize = (bytes: number, ms: number) =>
  Math.round(Math.min(limits.imports.partBytes, Math.max(minPartBytes, (bytes * wantedPartMs) / Math.max(ms, 1))));

/**
 * Sends a file in parts, from where it was left. One request would be cut off by the time that a request has, by a proxy's limit or by the
 * end of a session; of a part, only that part is repeated.
 */
const sendFile = (begun: Import, { file, onProgress, onStalled }: SendingOptions): SentFile => {
  let isCancelled = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, retryMs);
    });

  const send = async () => {
    let current = begun;
    let size = firstPartBytes;
    while (current.state === 'receiving' && !isCancelled) {
      const offset = current.bytes;
      const startedAt = performance.now();
      try {
        current = await sendUploadPart(begun.id, offset, file.slice(offset, offset + size));
        size = nextSize(current.bytes - offset, performance.now() - startedAt);
        onStalled(false);
        onProgress(current.bytes);
      } catch (error) {
        if (!isLost(error) || isCancelled) throw error;
        onStalled(true);
        size = minPartBytes;
        await pause();
        // The part may have arrived although its answer did not.
        current = await loadImport(begun.id).catch(() => current);
      }
    }
    return isCancelled ? undefined : current;
  };

  return {
    done: send().catch((error: unknown) => {
      if (isCancelled) return undefined;
      throw error;
    }),
    cancel: () => {
      isCancelled = true;
      wake();
    },
  };
};

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

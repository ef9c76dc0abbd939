import { useSyncExternalStore } from 'react';
import { ApiError } from '#contract/calls/api-error.ts';
import { limits } from '#contract/values/fields.ts';
import { saveFailureMessage } from '../kit/session/failure.ts';
import { type Import, loadImport, sendUploadPart } from './import-calls.ts';

const minPartBytes = 256 * 1024;
const firstPartBytes = 1024 * 1024;
/** Outweighs the cost of a request, but allows a smooth progress bar and stays below the 30-second request limit. */
const targetPartMs = 1500;
const retryMs = 3000;

interface SentFile {
  /** Resolves once the whole file has arrived, to undefined if it was cancelled. */
  done: Promise<Import | undefined>;
  cancel: () => void;
}

interface SendingOptions {
  file: Blob;
  onProgress: (receivedBytes: number) => void;
  /** Called with true when the connection is lost and with false when sending resumes. */
  onStalled: (isStalled: boolean) => void;
}

/** No response, an overloaded server or a restart is worth a retry; any other refusal would repeat. */
const isRetryable = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

const nextSize = (bytes: number, ms: number) =>
  Math.round(Math.min(limits.imports.partBytes, Math.max(minPartBytes, (bytes * targetPartMs) / Math.max(ms, 1))));

/**
 * Sends a file in parts, from where the last upload stopped. A single request could exceed the server’s time limit, a
 * proxy’s size limit or the session. Only a part that fails is repeated.
 */
const sendFile = (started: Import, { file, onProgress, onStalled }: SendingOptions): SentFile => {
  let isCancelled = false;
  let wake = () => {};
  const pause = () =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, retryMs);
    });

  const send = async () => {
    let current = started;
    let size = firstPartBytes;
    while (current.state === 'receiving' && !isCancelled) {
      const offset = current.bytes;
      const startedAt = performance.now();
      try {
        current = await sendUploadPart(started.id, offset, file.slice(offset, offset + size));
        size = nextSize(current.bytes - offset, performance.now() - startedAt);
        onStalled(false);
        onProgress(current.bytes);
      } catch (error) {
        if (!isRetryable(error) || isCancelled) throw error;
        onStalled(true);
        size = minPartBytes;
        await pause();
        // The part may have arrived even though its response did not.
        current = await loadImport(started.id).catch(() => current);
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

/** An upload from this tab. It continues while the admin is on other screens. */
export interface Upload {
  id: string;
  fileName: string;
  totalBytes: number;
  sentBytes: number;
  /** Time and offset at the start, to measure the speed. */
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
const warnBeforeUnload = (event: BeforeUnloadEvent) => isSending() && event.preventDefault();

export const beginUpload = (started: Import, file: File) => {
  uploads.set(started.id, {
    id: started.id,
    fileName: file.name,
    totalBytes: file.size,
    sentBytes: started.bytes,
    startedAt: Date.now(),
    startedFrom: started.bytes,
    isStalled: false,
    isDone: false,
  });
  const sent = sendFile(started, {
    file,
    onProgress: (sentBytes) => update(started.id, { sentBytes }),
    onStalled: (isStalled) => update(started.id, { isStalled }),
  });
  sending.set(started.id, sent);
  addEventListener('beforeunload', warnBeforeUnload);
  sent.done.then(
    (received) => received && update(started.id, { isDone: true }),
    (error: unknown) => {
      console.warn(error);
      update(started.id, { problem: saveFailureMessage(error, 'The file could not be sent.') });
    },
  );
  update(started.id, {});
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

import type { Encoding } from '../page-cache/cached-page.ts';

/** What a worker needs to know once. It calls the API through the main thread. */
export interface WorkerSettings {
  buildDir: string;
  siteName: string;
  siteUrl: string;
  hasOtherOrigins: boolean;
  /** The calls of the API that pages make. */
  calls: string[];
}

/** A page as it crosses the threads; its body is moved, not copied. */
export interface SentPage {
  status: number;
  headers: Record<string, string>;
  hash: string;
  encoding: Encoding;
  body: Uint8Array<ArrayBuffer>;
  tags: string[];
  isComplete: boolean;
}

/** An error of the API, as its client throws it. */
export interface SentProblem {
  status: number;
  statusText: string;
  body: unknown;
}

export type ToWorker =
  | { type: 'render'; id: number; key: string; encoding: Encoding }
  | { type: 'returned'; call: number; output: unknown }
  | { type: 'refused'; call: number; problem: SentProblem };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'call'; call: number; name: string; input: unknown }
  | { type: 'rendered'; id: number; page: SentPage }
  | { type: 'failed'; id: number; error: Error }
  | { type: 'report'; error: Error; path: string };

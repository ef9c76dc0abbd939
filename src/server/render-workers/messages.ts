import type { Encoding } from '../page-cache/cached-page.ts';

export interface WorkerSettings {
  buildDir: string;
  siteName: string;
  siteUrl: string;
  hasOtherOrigins: boolean;
  /** The names of the API's calls, which a worker makes through the main thread. */
  calls: string[];
}

/** A page as it is sent between threads. Its body is transferred, not copied. */
export interface SentPage {
  status: number;
  headers: Record<string, string>;
  hash: string;
  encoding: Encoding;
  body: Uint8Array<ArrayBuffer>;
  tags: string[];
  isComplete: boolean;
}

/** An error that a call of the API was refused with. */
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

import type { LinkReason } from '#contract/values/link-health.ts';

/** What one probe found. */
export interface Outcome {
  kind: 'living' | 'gone' | 'unknown';
  /** Null without an answer. */
  status: number | null;
  reason: LinkReason;
  /** How long the host asks to be left alone. */
  retryAfterMs?: number | undefined;
}

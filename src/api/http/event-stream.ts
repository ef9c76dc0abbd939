import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TooManyRequestsError } from '#domain/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

/** Limited because each stream queries the database about once a second. */
const maxStreams = 100;
/** Below the idle timeouts of this server (30 s) and common proxies (60 s). */
const heartbeatMs = 15_000;
/** Afterwards the browser reconnects, which checks that the admin is still signed in. */
const maxStreamMs = 5 * 60_000;
const reconnectMs = 2000;
/** Fills the initial buffer of proxies, so that they pass on the following events immediately. */
const padding = `:${' '.repeat(2048)}\n\n`;

export interface StreamedEvents<T> {
  read: () => Promise<T>;
  /** Sent only if it differs from the previous event. */
  textOf: (event: T) => string;
  /** True if no event follows this one. */
  isLast: (event: T) => boolean;
  everyMs: number;
}

export interface EventStreams {
  open: <T>(reply: FastifyReply, events: StreamedEvents<T>) => Readable;
}

async function* messages<T>(
  { read, textOf, isLast, everyMs }: StreamedEvents<T>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield `retry: ${reconnectMs}\n${padding}`;
  const endsAt = Date.now() + maxStreamMs;
  let sent = '';
  let sentAt = Date.now();
  while (!signal.aborted && Date.now() < endsAt) {
    const event = await read();
    const text = textOf(event);
    if (text !== sent) yield `data: ${text}\n\n`;
    else if (Date.now() - sentAt >= heartbeatMs) yield ':\n\n';
    if (text !== sent || Date.now() - sentAt >= heartbeatMs) sentAt = Date.now();
    sent = text;
    if (isLast(event)) return;
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Server-sent events. Ends all streams when the site stops, since open responses would prevent that. */
export const registerEventStreams = (app: FastifyInstance) => {
  const open = new Set<AbortController>();
  app.decorate('eventStreams', {
    open: (reply, events) => {
      if (open.size >= maxStreams) throw new TooManyRequestsError('Too many event streams are open.', 10);
      const controller = new AbortController();
      open.add(controller);
      const end = () => {
        open.delete(controller);
        controller.abort();
      };
      reply.raw.once('close', end);
      reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Turns off response buffering in nginx.
        'x-accel-buffering': 'no',
      });
      return Readable.from(messages(events, controller.signal), { objectMode: false, highWaterMark: 1 });
    },
  });
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort();
  });
};

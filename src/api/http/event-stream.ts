import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { TooManyRequestsError } from '#domain/errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    eventStreams: EventStreams;
  }
}

/** Each asks the database about once a second. */
const maxStreams = 100;
/** Below the time after which a silent connection is ended, here (30 s) and by common proxies (60 s). */
const heartbeatMs = 15_000;
/** Then the browser connects again, which looks whether the admin is still signed in. */
const maxStreamMs = 5 * 60_000;
const reconnectMs = 2000;
/** Proxies that collect a first piece of some size let the following ones through. */
const padding = `:${' '.repeat(2048)}\n\n`;

export interface StreamedEvents<T> {
  read: () => Promise<T>;
  /** What is sent, if it differs from what was sent last. */
  textOf: (event: T) => string;
  /** Whether no further event will follow. */
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

/** Server-sent events. They end when the site stops: an open response would keep it from stopping. */
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
        // For nginx, which otherwise collects responses.
        'x-accel-buffering': 'no',
      });
      return Readable.from(messages(events, controller.signal), { objectMode: false, highWaterMark: 1 });
    },
  });
  app.addHook('preClose', async () => {
    for (const controller of open) controller.abort();
  });
};

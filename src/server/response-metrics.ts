import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, type Histogram, type Registry } from 'prom-client';
import { type CacheState, durationBounds, type ResponseCount, type ResponseCounts } from './response-counts.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The page that answers this request, if one does. */
    page: { route: string; cache: CacheState } | undefined;
    /** What its connection had sent before a body of unknown length. */
    bytesSentBefore: number | undefined;
  }
}

const durationName = 'marquee_request_duration_seconds';

const durationValues = ({ labels, buckets, seconds }: ResponseCount) => {
  let count = 0;
  const cumulative = [...durationBounds, '+Inf'].map((le, bucket) => {
    count += buckets[bucket] ?? 0;
    return { metricName: `${durationName}_bucket`, labels: { le, ...labels }, value: count };
  });
  return [
    ...cumulative,
    { metricName: `${durationName}_sum`, labels, value: seconds },
    { metricName: `${durationName}_count`, labels, value: count },
  ];
};

/** What a registry reads of a histogram: prom-client has no way to set the values of its own. */
const durations = (responses: ResponseCounts) => ({
  name: durationName,
  get: async () => ({
    name: durationName,
    help: 'Time from request to response; its count is the number of responses',
    type: 'histogram',
    values: responses.all().flatMap(durationValues),
  }),
});

/** A body of unknown length counts with its headers, as the connection does. */
const bodyBytes = (request: FastifyRequest, reply: FastifyReply) => {
  if (request.method === 'HEAD') return 0;
  const length = reply.getHeader('content-length');
  if (length !== undefined) return Number(length);
  return request.bytesSentBefore === undefined ? 0 : request.raw.socket.bytesWritten - request.bytesSentBefore;
};

/** Counts what Fastify answers. Cached pages are counted where they are sent (page-cache/cached-page-listener.ts). */
const countResponses = (app: FastifyInstance, responses: ResponseCounts) => {
  app.decorateRequest('page', undefined);
  app.decorateRequest('bytesSentBefore', undefined);
  app.addHook('onSend', (request, reply, payload, done) => {
    if (payload instanceof Readable && !reply.hasHeader('content-length'))
      request.bytesSentBefore = request.raw.socket.bytesWritten;
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { route, cache } = request.page ?? { route: request.routeOptions.url ?? 'none', cache: 'none' };
    responses.ofRoute(route)({
      method: request.method,
      status: reply.statusCode,
      cache,
      seconds: reply.elapsedTime / 1000,
      bytes: bodyBytes(request, reply),
    });
    done();
  });
};

/** Adds metrics of all responses to a registry: how many there were, how long they took, and their bytes. */
export const addResponseMetrics = (register: Registry, app: FastifyInstance, responses: ResponseCounts) => {
  register.registerMetric(durations(responses) as unknown as Histogram);
  new Counter({
    name: 'marquee_response_bytes_total',
    help: 'Bytes of response bodies, as they were sent',
    labelNames: ['method', 'route', 'status', 'cache'],
    registers: [register],
    collect() {
      this.reset();
      for (const { labels, bytes } of responses.all()) this.inc(labels, bytes);
    },
  });
  countResponses(app, responses);
};

import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Browsers send a handful of different headers. Bounded, because anyone can send others. */
const maxHeaders = 100;

const negotiator = new Negotiator<Encoding>({
  supportedValues: ['br', 'gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: maxHeaders }),
});

/** The best encoding that an Accept-Encoding header allows. */
export const negotiateEncoding = (header: string | undefined): Encoding =>
  (header && negotiator.negotiate(header)) || 'identity';

const gzipNegotiator = new Negotiator<'gzip' | 'identity'>({
  supportedValues: ['gzip', 'identity'],
  cache: new LRUCache<string, string>({ max: maxHeaders }),
});

/** Whether gzip may be sent, for what is stored in no other encoding. */
export const acceptsGzip = (header: string | undefined): boolean =>
  header !== undefined && gzipNegotiator.negotiate(header) === 'gzip';

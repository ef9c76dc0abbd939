import { compile } from '@fastify/proxy-addr';
import type { Config } from '../config.ts';

/** Whether the headers of this peer are believed; `hop` is 0 for whoever opened the connection. */
export type TrustsProxy = (ip: string, hop: number) => boolean;

/**
 * `true` believes the nearest proxy alone: whatever stands further left in X-Forwarded-For was sent by the visitor, who
 * could choose an IP for each request and escape every limit.
 */
export const trustedProxies = (trustProxy: Config['trustProxy']): TrustsProxy =>
  typeof trustProxy === 'boolean' ? (_ip, hop) => trustProxy && hop === 0 : compile(trustProxy);

import type { FastifyInstance } from 'fastify';
import { isFromUntrustedProxy } from '#api/http/proxy-watch.ts';
import { version } from '#db/version.ts';
import { isSameToken } from '#domain/secrets/token.ts';
import { type Arrival, arrivalHeader, arrivalPath, type DoctorKey } from '#domain/system/own-site.ts';
import { openToEveryone } from './age/open-to-everyone.ts';

/** Tells `marquee doctor` how its request arrived, through the proxy or directly. For others, there is no such page. */
export const registerDoctorAnswer = (app: FastifyInstance, key: DoctorKey) => {
  app.get(arrivalPath, openToEveryone, async (request, reply) => {
    const [nonce = '', signature] = String(request.headers[arrivalHeader] ?? '').split(' ');
    if (!isSameToken(signature, key.ask(nonce))) return reply.callNotFound();
    const arrival: Arrival = {
      proof: key.answer(nonce),
      version,
      ip: request.ip,
      protocol: request.protocol,
      host: request.host,
      hasForwardedFor: request.headers['x-forwarded-for'] !== undefined,
      ...(isFromUntrustedProxy(request) ? { untrustedProxy: request.ip.replace(/^::ffff:/i, '') } : {}),
    };
    return reply.header('cache-control', 'no-store').send(arrival);
  });
};

import type { KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { publicKeyPem } from '#domain/cases/signed-case.ts';
import { forOneHour } from '../cache-control.ts';

/** The key by which anybody can check that an exported case is this site's. */
export const registerCaseKey = (app: FastifyInstance, { key }: { key: KeyObject }) => {
  const pem = publicKeyPem(key);
  app.get('/.well-known/marquee-case-key.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').header('cache-control', forOneHour).send(pem),
  );
};

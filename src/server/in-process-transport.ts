import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Transport } from '#contract/client.ts';

const ourselves = 'in-process';

/** No request from outside can have this address on its socket, whatever its headers say. */
export const isInProcess = (request: FastifyRequest) => request.socket.remoteAddress === ourselves;

/** Carries the pages' own calls to the API without a network: the same validation, the same error mapping. */
export const inProcessTransport =
  (app: FastifyInstance): Transport =>
  async ({ method, path, body }) => {
    if (body instanceof FormData) throw new Error('Forms are sent by the browser, never while rendering');
    const response = await app.inject({
      method: method as 'GET',
      url: `/api${path}`,
      remoteAddress: ourselves,
      ...(body === undefined ? {} : { payload: body, headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.statusCode, statusText: response.statusMessage, json: async () => response.json() };
  };

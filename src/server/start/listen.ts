import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { StartupError } from '#db/startup-error.ts';
import type { Config } from '../config.ts';
import { listenHost } from '../own-url.ts';

/** Connections beyond the backlog are dropped, and TCP retries them only after a second. */
const backlog = 4096;

/** Listens, and returns the port: PORT may be 0. */
export const listen = async (app: FastifyInstance, { host, port }: Config): Promise<number> => {
  try {
    await app.listen({ host: listenHost(host), port, backlog });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is already in use: stop the other program, or set PORT to another number.`);
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(
        `Marquee cannot listen on ${host} port ${port} (${code}): set HOST or PORT to another value.`,
      );
    throw error;
  }
  return (app.server.address() as AddressInfo).port;
};

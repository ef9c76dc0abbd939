import type { FastifyInstance } from 'fastify';

const everyMs = 100;

export interface Connections {
  /** From now on each response is the last one of its connection: none is left that a proxy could send a request to too late. */
  announceStop: () => void;
}

/**
 * Closes connections while the site stops. Comes after every other request listener, and sees requests first. Fastify and Node do that to those that are idle at the beginning and those that send
 * another request; one that is waiting for its response then would stay open for the keep-alive timeout, and the stop with it.
 */
export const closeWhileStopping = (app: FastifyInstance): Connections => {
  let isStopping = false;
  const announceStop = () => {
    isStopping = true;
  };
  app.server.prependListener('request', (_request, response) => {
    if (isStopping) response.shouldKeepAlive = false;
  });
  // For responses whose request arrived before.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', async () => {
    announceStop();
    // For responses whose headers have been sent already.
    const timer = setInterval(() => app.server.closeIdleConnections(), everyMs).unref();
    app.server.once('close', () => clearInterval(timer));
  });
  return { announceStop };
};

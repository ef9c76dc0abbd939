import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { StartupError } from '#db/startup-error.ts';

export interface MetricsListener {
  url: string;
  close: () => Promise<void>;
}

/** Only programs on the same machine can reach it, whatever the site itself listens on. */
const host = '127.0.0.1';
const maxConnections = 20;

/** Serves `/metrics` on a port of its own: what they reveal is for the operator alone. */
export const openMetricsListener = async (metrics: Registry, port: number): Promise<MetricsListener> => {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const body = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(body);
  });
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new StartupError(`Marquee cannot serve metrics on port ${port} (${code}): change METRICS_PORT.`)),
    );
    server.listen(port, host, resolve);
  });
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Allowance, allowanceOf } from '#domain/fetching/outgoing-connections.ts';

export interface FeedServer {
  url: string;
  allow: Allowance[];
  /** What it was asked since the answer was chosen. */
  asked: { path: string; headers: IncomingHttpHeaders }[];
  answer: (listener: RequestListener) => void;
  close: () => Promise<void>;
}

/** A partner's server. */
export const openFeedServer = async (): Promise<FeedServer> => {
  let listener: RequestListener = (_request, response) => response.writeHead(500).end();
  const asked: FeedServer['asked'] = [];
  const server = createServer((request, response) => {
    asked.push({ path: request.url ?? '', headers: request.headers });
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    allow: [allowanceOf(url)],
    asked,
    answer: (next) => {
      listener = next;
      asked.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

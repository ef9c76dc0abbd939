import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchStream, type FetchStream } from '#domain/fetching/fetcher.ts';
import { parseAllowance } from '#domain/fetching/outgoing-connections.ts';

/** A status, or an answer of its own. */
type Answer = number | ((request: IncomingMessage, response: ServerResponse) => void);

export interface VideoHosts {
  /** The URL of a path on a host, such as one.test. */
  url: (host: string, path: string) => string;
  fetchStream: FetchStream;
  /** What was asked for, like "HEAD one.test/a". */
  asked: string[];
  userAgents: Set<string>;
  /** How many requests to one host were being answered at once, at most. */
  mostAtOnce: () => number;
  /** Answers a path, or a whole host, this way from now on; 200 to what is not set. */
  answer: (place: string, answer: Answer) => void;
  close: () => Promise<void>;
}

const send = (answer: Answer, request: IncomingMessage, response: ServerResponse) => {
  if (typeof answer === 'function') return answer(request, response);
  response.writeHead(answer).end();
};

/** One local server in place of all hosts that have videos, which have names of their own. */
export const openVideoHosts = async (): Promise<VideoHosts> => {
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const userAgents = new Set<string>();
  const answering = new Map<string, number>();
  let most = 0;
  const server = createServer((request, response) => {
    const host = request.headers.host?.split(':')[0] ?? '';
    const place = `${host}${request.url}`;
    asked.push(`${request.method} ${place}`);
    userAgents.add(request.headers['user-agent'] ?? '');
    answering.set(host, (answering.get(host) ?? 0) + 1);
    most = Math.max(most, answering.get(host) ?? 0);
    response.on('close', () => answering.set(host, (answering.get(host) ?? 1) - 1));
    const isRobots = request.url === '/robots.txt';
    send(answers.get(place) ?? (isRobots ? 404 : answers.get(host)) ?? 200, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const fetchStream = createFetchStream({
    siteUrl: 'https://shelf.example',
    allow: [parseAllowance(`127.0.0.1:${port}`)],
    lookup: (name, _options, found) =>
      name.startsWith('lost')
        ? found(new Error('There is no such name.'), [])
        : found(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return {
    url: (host, path) => `http://${host}:${port}${path}`,
    fetchStream,
    asked,
    userAgents,
    mostAtOnce: () => most,
    answer: (place, answer) => answers.set(place, answer),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

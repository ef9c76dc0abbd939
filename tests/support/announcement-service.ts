import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A local server in place of IndexNow or a WebSub hub: records what it receives. */
export interface AnnouncementService {
  url: string;
  bodies: string[];
  /** Answers with this status from now on. */
  answer: (status: number) => void;
  /** Does this before the next answer. */
  during: (work: () => Promise<unknown>) => void;
  close: () => Promise<void>;
}

export const openAnnouncementService = async (): Promise<AnnouncementService> => {
  const bodies: string[] = [];
  let status = 200;
  let work: (() => Promise<unknown>) | undefined;
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    await work?.();
    work = undefined;
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    bodies,
    answer: (next) => {
      status = next;
    },
    during: (next) => {
      work = next;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
};

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { type Allowance, allowanceOf } from '#domain/fetching/outgoing-connections.ts';
import { drawArt } from '#server/art/art.ts';

export type PictureListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface PictureHost {
  url: string;
  allow: Allowance[];
  /** The paths that were asked for. */
  asked: string[];
  /** Answers a path in its own way from now on. */
  on: (path: string, listener: PictureListener) => void;
  close: () => Promise<void>;
}

/** A thumbnail of usual size: /7.jpg. */
export const thumbnail = (n: number) =>
  sharp(Buffer.from(drawArt('video', n)))
    .resize(1280, 720)
    .jpeg({ quality: 90 })
    .toBuffer();

/** A local server in place of the other sites that have pictures. */
export const openPictureHost = async (): Promise<PictureHost> => {
  const asked: string[] = [];
  const listeners = new Map<string, PictureListener>();
  const server = createServer(async (request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const listener = listeners.get(url);
    if (listener) return listener(request, response);
    response.setHeader('content-type', 'image/jpeg');
    response.end(await thumbnail(Number(/\d+/.exec(url)?.[0] ?? 0)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    allow: [allowanceOf(url)],
    asked,
    on: (path, listener) => listeners.set(path, listener),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

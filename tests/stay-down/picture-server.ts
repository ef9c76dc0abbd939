import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { between, createRandom } from '#domain/demo/random.ts';
import { type Allowance, allowanceOf } from '#domain/fetching/outgoing-connections.ts';

/** A picture of its own for each number. */
export const drawScene = (n: number) => {
  const random = createRandom(n);
  const shapes = Array.from({ length: 60 }, () => {
    const [x, y, width, height] = [320, 180, 100, 70].map((max) => between(random, 0, max));
    const colour = `hsl(${between(random, 0, 359)} 60% ${between(random, 5, 95)}%)`;
    return `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${height}" fill="${colour}" fill-opacity="0.7"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180">${shapes.join('')}</svg>`;
  return sharp(Buffer.from(svg)).flatten();
};

export interface PictureServer {
  url: string;
  allow: Allowance[];
  /** The paths that were asked for. */
  asked: string[];
  /** How many were being answered at once, at most. */
  mostAtOnce: () => number;
  /** Answers all requests this way from now on, or as usual. */
  answer: (listener: ((response: ServerResponse) => void) | undefined) => void;
  close: () => Promise<void>;
}

/** A local server in place of those that have pictures: /7.png and /7.jpg show the same scene, the latter smaller. */
export const openPictureServer = async (): Promise<PictureServer> => {
  const asked: string[] = [];
  let answer: ((response: ServerResponse) => void) | undefined;
  let [answering, most] = [0, 0];
  const server = createServer(async ({ url = '' }, response) => {
    asked.push(url);
    most = Math.max(most, ++answering);
    response.on('close', () => answering--);
    if (answer) return answer(response);
    const [, n = '0', type] = /\/(\d+)\.(png|jpg)/.exec(url) ?? [];
    const scene = drawScene(Number(n));
    response.end(await (type === 'jpg' ? scene.resize(200).jpeg({ quality: 50 }) : scene.png()).toBuffer());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    allow: [allowanceOf(url)],
    asked,
    mostAtOnce: () => most,
    answer: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const checkEveryMs = 250;

interface Node {
  url: string;
  isReady: boolean;
}

const isReady = (url: string) =>
  new Promise<boolean>((resolve) => {
    get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/**
 * Passes requests on to the nodes that say they are ready, in turn, on connections that stay open. It repeats nothing: a request
 * that a node fails to answer is answered with 502.
 */
export const startLoadBalancer = async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let nodes: Node[] = [];
  let turn = 0;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const ready = nodes.filter((node) => node.isReady);
    const node = ready[turn++ % Math.max(1, ready.length)];
    if (!node) return outgoing.writeHead(503).end('No node is ready');
    const options = { agent, method: incoming.method, headers: incoming.headers };
    const upstream = request(node.url + incoming.url, options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    upstream.on('error', (error) =>
      outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end(String(error)),
    );
    incoming.pipe(upstream);
  };

  const server = createServer(forward);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const check = async (node: Node) => {
    node.isReady = await isReady(node.url);
  };
  const timer = setInterval(() => {
    for (const node of nodes) void check(node);
  }, checkEveryMs);

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Replaces the nodes. Resolves when each has been asked once. */
    setNodes: async (...urls: string[]) => {
      const next = urls.map((url) => nodes.find((node) => node.url === url) ?? { url, isReady: false });
      await Promise.all(next.map(check));
      nodes = next;
    },
    isServing: (url: string) => nodes.some((node) => node.url === url && node.isReady),
    stop: async () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
};

export type LoadBalancer = Awaited<ReturnType<typeof startLoadBalancer>>;

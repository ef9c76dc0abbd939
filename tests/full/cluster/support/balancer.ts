import { type Agent, request as httpRequest } from 'node:http';
import type { ClusterNode } from './node.ts';

export interface BalancedRequest {
  method: string;
  path: string;
  /** Chooses the node that is asked first: as `hash` does in nginx, but evenly. */
  key: number;
  headers?: Record<string, string>;
  body?: string;
  /** Keeps connections open; without one, each request has a connection of its own. */
  agent?: Agent;
}

export interface BalancedResponse {
  /** `no node`: none accepted a connection. `cut off`: a node died while it answered, so no other could be asked. */
  status: number | 'no node' | 'cut off';
  /** The one that answered, or that was asked last. */
  node: ClusterNode | undefined;
  body: string;
  cookies: string[];
}

type Attempt = BalancedResponse | 'refused';

/** As long as a proxy waits, and longer than the database may be away. */
const timeoutMs = 20_000;

const attempt = (node: ClusterNode, { method, path, headers, body = '', agent }: BalancedRequest) =>
  new Promise<Attempt>((resolve) => {
    let isConnected = false;
    const cutOff = () => resolve({ status: 'cut off', node, body: '', cookies: [] });
    const sent = httpRequest(
      node.url + path,
      {
        method,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agent ?? false,
        signal: AbortSignal.timeout(timeoutMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', cutOff);
        response.on('end', () => {
          const cookies = response.headers['set-cookie'] ?? [];
          resolve({ status: response.statusCode ?? 0, node, body: Buffer.concat(chunks).toString(), cookies });
        });
      },
    );
    sent.on('socket', (socket) => {
      if (!socket.connecting) isConnected = true;
      else socket.once('connect', () => (isConnected = true));
    });
    // Nothing has been answered, so a request that changes nothing can be repeated elsewhere.
    sent.on('error', () => (isConnected && method !== 'GET' ? cutOff() : resolve('refused')));
    sent.end(body);
  });

export type Balancer = (request: BalancedRequest) => Promise<BalancedResponse>;

const maxTries = 2;
const maxFailures = 2;
const leftOutMs = 5000;

/**
 * Sends requests to nodes as deploy/nginx/marquee.conf does: to the next one if a connection is refused, and a GET also if it
 * breaks before the answer. A node that has failed twice is left out for five seconds, unless all are.
 */
export const createBalancer = (nodes: readonly ClusterNode[]): Balancer => {
  const failures = new Map<ClusterNode, { count: number; lastAt: number }>();
  const isLeftOut = (node: ClusterNode) => {
    const { count, lastAt } = failures.get(node) ?? { count: 0, lastAt: 0 };
    return count >= maxFailures && performance.now() - lastAt < leftOutMs;
  };
  const addFailure = (node: ClusterNode) =>
    failures.set(node, { count: (failures.get(node)?.count ?? 0) + 1, lastAt: performance.now() });

  return async (request) => {
    const first = request.key % nodes.length;
    const inOrder = [...nodes.slice(first), ...nodes.slice(0, first)];
    const candidates = inOrder.filter((node) => !isLeftOut(node));
    for (const node of (candidates.length > 0 ? candidates : inOrder).slice(0, maxTries)) {
      const answer = await attempt(node, request);
      if (answer !== 'refused') {
        if (answer.status !== 'cut off') failures.delete(node);
        return answer;
      }
      addFailure(node);
    }
    return { status: 'no node', node: undefined, body: '', cookies: [] };
  };
};

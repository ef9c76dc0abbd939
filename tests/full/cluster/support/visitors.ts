import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from './balancer.ts';

/** What visitors have seen since they were last asked. */
export interface VisitFigures {
  pages: number;
  /** Everything but a page: what must not happen while a node lives. */
  errors: string[];
  /** Pages that a killed node was in the middle of sending. */
  cutOff: number;
  /** Requests while no node was running. */
  noNode: number;
}

export interface Visitors {
  takeFigures: () => VisitFigures;
  stop: () => Promise<void>;
}

const visitorCount = 6;
const everyMs = 150;
const noFigures = (): VisitFigures => ({ pages: 0, errors: [], cutOff: 0, noNode: 0 });

/** Requests these pages until it is stopped: half of the visitors on connections that stay open, half on new ones. */
export const startVisitors = (balancer: Balancer, paths: readonly string[]): Visitors => {
  let figures = noFigures();
  let isStopped = false;
  const visit = async (key: number, path: string, agent: Agent | undefined) => {
    const { status, node, body } = await balancer({ method: 'GET', path, key, ...(agent && { agent }) });
    if (status === 200) figures.pages++;
    else if (status === 'cut off') figures.cutOff++;
    else if (status === 'no node') figures.noNode++;
    else figures.errors.push(`${path} answered ${status} on ${node?.name}: ${body.slice(0, 200)}`);
  };
  const visitAll = async (visitor: number) => {
    const agent = visitor % 2 === 0 ? new Agent({ keepAlive: true }) : undefined;
    for (let n = visitor; !isStopped; n++) {
      await visit(n, paths[n % paths.length] ?? '/', agent);
      await pause(everyMs);
    }
    agent?.destroy();
  };
  const visiting = Array.from({ length: visitorCount }, (_, visitor) => visitAll(visitor));
  return {
    takeFigures: () => {
      const taken = figures;
      figures = noFigures();
      return taken;
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(visiting);
    },
  };
};

/** What is made of the heartbeats of nodes. */
import { describe, expect, it } from 'vitest';
import type { Node, NodeState } from '#domain/nodes.ts';
import { judgeIndex, judgeNode, judgeNodeReplicas, judgePageCache } from '#domain/system/nodes.ts';

const state: NodeState = {
  pid: 1,
  port: 3000,
  memoryBytes: 1,
  index: { status: 'ready', videos: 2000, lagSeconds: 0, replica: null },
  pageCache: { pages: 1200, bytes: 1, maxBytes: 2, hitRate: 0.875 },
  renderThreads: 1,
  disk: null,
  database: null,
  replicas: [],
  runsJobs: true,
  sendsMail: false,
  makesBackups: false,
};
const node = (name: string, change: Partial<NodeState> = {}): Node => ({
  id: name,
  name,
  version: '1.0.0',
  status: 'serving',
  startedAt: new Date(0),
  seenAt: new Date('2026-11-17T10:00:00Z'),
  isLive: true,
  state: { ...state, ...change },
});
const shown = (checks: { state: string; sentence: string }[]) =>
  checks.map(({ state: is, sentence }) => `${is}: ${sentence}`);

describe('a node', () => {
  it('is well if it serves the same version', () => {
    expect(judgeNode(node('a'), '1.0.0')).toMatchObject({ state: 'ok', sentence: 'The node a is serving.' });
    expect(judgeNode(node('a'), '1.1.0')).toMatchObject({
      state: 'warning',
      sentence: 'The node a runs Marquee 1.0.0, this one 1.1.0.',
    });
    expect(judgeNode({ ...node('a'), isLive: false }, '1.0.0')).toMatchObject({
      state: 'warning',
      sentence: 'The node a has not been seen since 17 November 2026 at 10:00 UTC.',
    });
  });
});

describe('its index', () => {
  it('follows, is being built, or is behind', () => {
    const index = (status: NodeState['index']['status'], lagSeconds: number | null) => ({
      index: { status, videos: 2000, lagSeconds, replica: null },
    });
    expect(shown(judgeIndex([node('a')]))).toEqual(['ok: The index has 2,000 videos and follows every change.']);
    expect(shown(judgeIndex([node('a', index('rebuilding', 3)), node('b', index('behind', 75))]))).toEqual([
      'warning: The index of a is being built.',
      'failure: The index of b has not seen the latest changes for 75 seconds.',
    ]);
  });
});

describe('its page cache', () => {
  it('is told in pages and hits, once it is there', () => {
    expect(shown(judgePageCache([node('a')]))).toEqual([
      'ok: The cache has 1,200 pages; 88% of page requests were served from it.',
    ]);
    expect(judgePageCache([node('a', { pageCache: null })])).toEqual([]);
  });
});

describe('its replicas', () => {
  it('are read from, or not', () => {
    const replicas = [
      { name: 'b:5432', isFresh: true, lagSeconds: 0.2, lagBytes: 0 },
      { name: 'c:5432', isFresh: false, lagSeconds: null, lagBytes: null },
    ];
    expect(shown(judgeNodeReplicas([node('a', { replicas })]))).toEqual([
      'ok: The replica b:5432 is read from, 200 ms behind.',
      'warning: The replica c:5432 is not read from: it lags behind or does not respond.',
    ]);
  });
});

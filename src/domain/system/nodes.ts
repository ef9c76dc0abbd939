import { momentLabel } from '#domain/day.ts';
import type { Node } from '#domain/nodes.ts';
import { type Check, failure, formatDuration, ok, warning } from './check.ts';

const part = 'Nodes';

/** Checks a node by its last heartbeat. */
export const judgeNode = ({ name, status, isLive, seenAt, version }: Node, ownVersion: string): Check => {
  if (!isLive)
    return warning(
      part,
      `The node ${name} has not been seen since ${momentLabel(seenAt)}.`,
      'Start it again. If you have removed it, ignore this: it disappears after a day.',
    );
  if (version !== ownVersion)
    return warning(
      part,
      `The node ${name} runs Marquee ${version}, this one ${ownVersion}.`,
      'Start the same version on all nodes.',
    );
  return ok(part, `The node ${name} is ${status}.`);
};

/** Only names the node if there are several. */
const ofNode = (name: string, nodes: readonly Node[]) => (nodes.length > 1 ? ` of ${name}` : '');

export const judgeIndex = (nodes: readonly Node[]): Check[] =>
  nodes.map(({ name, state: { index } }) => {
    const its = `The index${ofNode(name, nodes)}`;
    const videos = `${index.videos.toLocaleString('en')} videos`;
    if (index.status === 'ready') return ok('Index', `${its} has ${videos} and follows every change.`);
    if (index.status !== 'behind')
      return warning('Index', `${its} is being built.`, 'Please wait. A million videos take about a minute.');
    const since = index.lagSeconds === null ? '' : ` for ${formatDuration(index.lagSeconds * 1000)}`;
    return failure(
      'Index',
      `${its} has not seen the latest changes${since}.`,
      'See its log for why it can’t follow the database.',
    );
  });

export const judgePageCache = (nodes: readonly Node[]): Check[] =>
  nodes.flatMap(({ name, state: { pageCache } }) => {
    if (!pageCache) return [];
    const { pages, hitRate } = pageCache;
    const hits = hitRate === null ? '' : `; ${Math.round(hitRate * 100)}% of page requests were served from it`;
    return [ok('Page cache', `The cache${ofNode(name, nodes)} has ${pages.toLocaleString('en')} pages${hits}.`)];
  });

/** Checks each replica from the point of view of each node. */
export const judgeNodeReplicas = (nodes: readonly Node[]): Check[] => {
  const seen = nodes.flatMap(({ name, state }) => state.replicas.map((replica) => ({ ...replica, node: name })));
  if (seen.length === 0) return [ok('Replicas', 'No read replicas are set.')];
  return seen.map(({ name, isFresh, lagSeconds, node }) => {
    const lag = lagSeconds === null ? '' : `, ${formatDuration(lagSeconds * 1000)} behind`;
    const by = nodes.length > 1 ? ` by ${node}` : '';
    return isFresh
      ? ok('Replicas', `The replica ${name} is read from${by}${lag}.`)
      : warning(
          'Replicas',
          `The replica ${name} is not read from${by}: it lags behind or does not respond.`,
          'Check whether it is busy, or disconnected from the primary. Meanwhile, reads go to the primary.',
        );
  });
};

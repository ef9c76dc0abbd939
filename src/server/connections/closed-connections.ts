/** Why the site closed a connection that its client would have kept. */
export type CloseReason = 'limit per visitor' | 'limit of the site' | 'pipelining' | 'unread bytes' | 'slow reading';

export interface ClosedConnections {
  count: (reason: CloseReason) => void;
  counts: () => [CloseReason, number][];
}

export const countClosedConnections = (): ClosedConnections => {
  const counts = new Map<CloseReason, number>();
  return {
    count: (reason) => counts.set(reason, (counts.get(reason) ?? 0) + 1),
    counts: () => [...counts],
  };
};

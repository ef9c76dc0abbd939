/** What is known about a host: a server that can write and its timeline, one that cannot, or why it does not answer. */
export type HostState = { timeline: number } | 'read-only' | Error;

export interface Host {
  /** As messages name it. */
  name: string;
  /** Unknown until the first answer. */
  state: HostState | undefined;
}

const timelineOf = ({ state }: Host) =>
  typeof state === 'object' && 'timeline' in state ? state.timeline : Number.NEGATIVE_INFINITY;

/**
 * The host to write to: of those that can, the one with the newest timeline. Every promotion starts a timeline, so a former
 * primary that comes back is never chosen, even if it accepts writes: the new primary would not have them.
 */
export const choosePrimary = <H extends Host>(
  hosts: readonly H[],
  current: H | undefined,
  minTimeline: number,
): H | undefined => {
  const newest = Math.max(...hosts.map(timelineOf));
  if (newest < minTimeline) return undefined;
  const candidates = hosts.filter((host) => timelineOf(host) === newest);
  return candidates.find((host) => host === current) ?? candidates[0];
};

const describeState = ({ state }: Host) => {
  if (state === 'read-only') return 'is read-only';
  if (state instanceof Error) return `does not answer: ${state.message || (state as NodeJS.ErrnoException).code}`;
  return 'was the primary before another host was promoted';
};

export const describeHosts = (hosts: readonly Host[]): string =>
  hosts.map((host) => `${host.name} ${describeState(host)}`).join('; ');

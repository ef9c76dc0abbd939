import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100;

/** Of a process and of its children that have ended, in ticks. Undefined if it has ended meanwhile. */
const ticksOf = (pid: number): number | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces.
    const [, , , , , , , , , , , ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return rest.slice(0, 4).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return undefined;
  }
};

const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
};

const ticksOfTree = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + ticksOfTree(child), ticksOf(pid) ?? 0);

let secondsOfEnded = 0;

/** Seconds of processor time that this process and everything it started have used; its own alone where there is no /proc. */
export const processorSeconds = (): number => {
  if (process.platform === 'linux') return ticksOfTree(process.pid) / ticksPerSecond + secondsOfEnded;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Ends a browser without forgetting what its processes have used: they are not its own children, and their time ends with them. */
export const endCounted = async (end: () => Promise<unknown>): Promise<void> => {
  const before = processorSeconds();
  await end();
  secondsOfEnded += Math.max(0, before - processorSeconds());
};

import { Agent, get } from 'node:http';

/** Response times in milliseconds by status; 0 means no response. */
export type SteadyResult = Map<number, number[]>;

export const timesOf = (result: SteadyResult): number[] => [...result.values()].flat();

/** `share` is from 0 to 1. */
export const percentile = (share: number, times: number[]): number => {
  const time = times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
  return Math.round(time * 10) / 10;
};

interface SteadyLoad {
  url: string;
  paths: string[];
  /** Requests per second, evenly spaced. */
  rate: number;
  seconds: number;
}

const statusOf = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });

/**
 * An open-loop load: requests start on schedule even if earlier ones have no response yet, and each is timed from when it
 * was due (no coordinated omission).
 */
export const steadyLoad = async ({ url, paths, rate, seconds }: SteadyLoad): Promise<SteadyResult> => {
  // No limit on connections: requests that wait for one in the client would not load the site.
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const result: SteadyResult = new Map();
  const running: Promise<void>[] = [];
  const total = rate * seconds;
  await new Promise<void>((done) => {
    let sent = 0;
    const timer = setInterval(() => {
      for (; sent < Math.min(total, ((performance.now() - started) / 1000) * rate); sent++) {
        const due = started + (sent / rate) * 1000;
        const path = paths[sent % paths.length] as string;
        running.push(
          statusOf(url + path, agent).then((status) => {
            const times = result.get(status) ?? [];
            times.push(performance.now() - due);
            result.set(status, times);
          }),
        );
      }
      if (sent < total) return;
      clearInterval(timer);
      done();
    }, 1);
  });
  await Promise.all(running);
  agent.destroy();
  return result;
};

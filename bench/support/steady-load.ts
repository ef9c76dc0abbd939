import { Agent, get } from 'node:http';

/** Times of the answers in milliseconds, by their status; 0 stands for no answer. */
export type SteadyResult = Map<number, number[]>;

export const timesOf = (result: SteadyResult): number[] => [...result.values()].flat();

/** The time within which this share of the answers came. */
export const within = (share: number, times: number[]): number => {
  const time = times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
  return Math.round(time * 10) / 10;
};

interface SteadyLoad {
  url: string;
  paths: string[];
  /** Requests a second, evenly spaced. */
  rate: number;
  seconds: number;
}

const ask = (url: string, agent: Agent): Promise<number> =>
  new Promise((resolve) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    }).on('error', () => resolve(0));
  });

/** Visitors come evenly and do not wait for each other; each one's time counts from when they should have been served. */
export const steadyLoad = async ({ url, paths, rate, seconds }: SteadyLoad): Promise<SteadyResult> => {
  // As many as it takes: whoever waits for a connection here is a visitor that the site never hears of.
  const agent = new Agent({ keepAlive: true });
  const started = performance.now();
  const result: SteadyResult = new Map();
  const running: Promise<void>[] = [];
  const total = rate * seconds;
  await new Promise<void>((done) => {
    let asked = 0;
    const timer = setInterval(() => {
      for (; asked < Math.min(total, ((performance.now() - started) / 1000) * rate); asked++) {
        const due = started + (asked / rate) * 1000;
        const path = paths[asked % paths.length] as string;
        running.push(
          ask(url + path, agent).then((status) => {
            const times = result.get(status) ?? [];
            times.push(performance.now() - due);
            result.set(status, times);
          }),
        );
      }
      if (asked < total) return;
      clearInterval(timer);
      done();
    }, 1);
  });
  await Promise.all(running);
  agent.destroy();
  return result;
};

import { Agent, get } from 'node:http';

export interface SteadyResult {
  requests: number;
  /** Answers by the first digit of their status; 0 stands for none. */
  answers: Record<number, number>;
  p50: number;
  p99: number;
}

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
      response.on('end', () => resolve(Math.floor((response.statusCode ?? 0) / 100)));
    }).on('error', () => resolve(0));
  });

/** Visitors come evenly and do not wait for each other; each one's time counts from when they should have been served. */
export const steadyLoad = async ({ url, paths, rate, seconds }: SteadyLoad): Promise<SteadyResult> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const started = performance.now();
  const times: number[] = [];
  const answers: Record<number, number> = {};
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
            times.push(performance.now() - due);
            answers[status] = (answers[status] ?? 0) + 1;
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
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { requests: sorted.length, answers, p50: at(0.5), p99: at(0.99) };
};

import { request } from 'node:http';

export interface Answer {
  status: number;
  ms: number;
  text: string;
  cookies: string[];
}

interface Sent {
  /** The loopback IP that the request comes from. */
  ip: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** One request on a new connection. Not fetch(), which cannot choose the local IP. Status 0 means no response. */
export const send = (url: string, { ip, method = 'GET', headers = {}, body }: Sent): Promise<Answer> =>
  new Promise((resolve) => {
    const started = performance.now();
    const answer = (status: number, cookies: string[] = [], text = '') =>
      resolve({ status, cookies, text, ms: performance.now() - started });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    request(url, { method, localAddress: ip, agent: false, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        const cookies = (response.headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0] ?? '');
        answer(response.statusCode ?? 0, cookies, Buffer.concat(chunks).toString());
      });
    })
      .on('error', () => answer(0))
      .end(body);
  });

export const sendJson = (url: string, body: object, { headers, ...sent }: Sent) =>
  send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...sent,
  });

/** Counts responses by status, such as "5 × 401, 175 × 429". */
export const countStatuses = (answers: Pick<Answer, 'status'>[]): string => {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
};

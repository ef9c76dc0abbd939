import { connect } from 'node:net';

/** Requests of one connection are answered one after the other, so a flood needs more connections than can be rendered. */
const sockets = 500;

/** Pipelines requests over one connection without waiting for answers; resolves with everything received. */
const sendAll = (url: URL, paths: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    const requests = paths.map((path, n) => {
      const last = n === paths.length - 1 ? 'Connection: close\r\n' : '';
      return `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${last}\r\n`;
    });
    socket.write(requests.join(''));
  });

/** Requests many pages at once and counts the answers by status. A refusal counts only if it has a Retry-After. */
export const flood = async (siteUrl: string, paths: string[]): Promise<{ made: number; refused: number }> => {
  const shares = Array.from({ length: sockets }, (_, n) => paths.filter((__, at) => at % sockets === n));
  const answers = (await Promise.all(shares.map((share) => sendAll(new URL(siteUrl), share)))).join('');
  return {
    made: [...answers.matchAll(/HTTP\/1\.1 200 OK\r\n/g)].length,
    refused: [...answers.matchAll(/HTTP\/1\.1 503 [^<]*?retry-after: \d+\r\n/g)].length,
  };
};

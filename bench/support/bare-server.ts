import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** In a process of its own: a server that sends the answer of a page, byte by byte and header by header, and nothing else. */
const [page = ''] = process.argv.slice(2);

const answerTo = (encoding: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    request(page, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

const own = new Set(['date', 'connection', 'keep-alive']);
const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
for (const encoding of ['br', 'identity']) {
  const { headers, body } = await answerTo(encoding);
  const sent = Object.entries(headers).filter(([name]) => !own.has(name));
  answers.set(encoding, { headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])), body });
}

const server = createServer((asked, response) => {
  const answer = answers.get(asked.headers['accept-encoding'] === 'br' ? 'br' : 'identity');
  response.writeHead(200, answer?.headers);
  response.end(answer?.body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.once('SIGTERM', () => server.close(() => process.exit(0)));

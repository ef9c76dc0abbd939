import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Runs as its own process: a plain Node server that replays the headers and bytes of one page. */
const [page = ''] = process.argv.slice(2);

const fetchPage = (encoding: string) =>
  new Promise<{ headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    request(page, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
    })
      .on('error', reject)
      .end();
  });

const connectionHeaders = new Set(['date', 'connection', 'keep-alive']);
const responses = new Map<string, { headers: Record<string, string>; body: Buffer }>();
for (const encoding of ['br', 'identity']) {
  const { headers, body } = await fetchPage(encoding);
  const sent = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
  responses.set(encoding, { headers: Object.fromEntries(sent.map(([name, value]) => [name, String(value)])), body });
}

const server = createServer((request, response) => {
  const page = responses.get(request.headers['accept-encoding'] === 'br' ? 'br' : 'identity');
  response.writeHead(200, page?.headers);
  response.end(page?.body);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.once('SIGTERM', () => server.close(() => process.exit(0)));

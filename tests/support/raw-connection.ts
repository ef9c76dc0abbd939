import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const requestText = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n`;

/** Opens a connection that sends these requests at once (pipelining) and never reads a response. */
export const connectWithoutReading = async (siteUrl: string, paths: string[] = [], localAddress = '127.0.0.1') => {
  const { port, hostname } = new URL(siteUrl);
  const socket: Socket = connect({ port: Number(port), host: hostname, localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(paths.map(requestText).join(''));
  return socket;
};

/** Sends bytes and resolves with everything received until the server closes the connection. */
export const sendRaw = (siteUrl: string, bytes: string) =>
  new Promise<string>((resolve) => {
    const { port, hostname } = new URL(siteUrl);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', () => {});
    socket.write(bytes);
  });

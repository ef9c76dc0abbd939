import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers never pipeline, and clients that do send a handful of requests ahead. */
const maxWaiting = 32;

interface Turn {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * Works on one request per connection at a time. Node would start all pipelined requests at once, each with its open
 * file or its finished body, however slowly the client reads the first response. With this, a connection holds one
 * response. It isn't read from while requests wait (backpressure), and ended if a client sends many without waiting.
 */
export const answerInTurn = (server: Server, onEnd = () => {}) => {
  const latest = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, Turn[]>();
  const nextListeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');

  const answer = (socket: Socket, { request, response }: Turn) => {
    latest.set(socket, response);
    for (const listener of nextListeners) listener(request, response);
  };

  const answerNext = (socket: Socket, turns: Turn[]) => {
    const turn = turns.shift();
    const isLast = turns.length === 0;
    if (isLast || !socket.writable) waiting.delete(socket);
    // Nothing can be sent any more if the client has gone, or if the last response closed the connection.
    if (!turn || !socket.writable) return;
    if (isLast) socket.resume();
    answer(socket, turn);
    if (!isLast) turn.response.once('close', () => answerNext(socket, turns));
  };

  const wait = (socket: Socket, turn: Turn, current: ServerResponse) => {
    const turns = waiting.get(socket) ?? [];
    turns.push(turn);
    if (turns.length > maxWaiting) {
      socket.destroy();
      onEnd();
      return;
    }
    socket.pause();
    if (turns.length > 1) return;
    waiting.set(socket, turns);
    current.once('close', () => answerNext(socket, turns));
  };

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const current = latest.get(socket);
    if (current && (waiting.has(socket) || !current.writableFinished)) wait(socket, { request, response }, current);
    else answer(socket, { request, response });
  });
};

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** The level where brotli is as quick as gzip and already smaller. */
const brotliLevel = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** Sends a text in the best encoding that the visitor's browser takes. */
export const sendCompressed = async (request: FastifyRequest, reply: FastifyReply, text: string) => {
  reply.header('vary', 'Accept-Encoding');
  const taken = request.headers['accept-encoding'] ?? '';
  if (/\bbr\b/.test(taken)) return reply.header('content-encoding', 'br').send(await brotli(text, brotliLevel));
  if (/\bgzip\b/.test(taken)) return reply.header('content-encoding', 'gzip').send(await zip(text));
  return reply.send(text);
};

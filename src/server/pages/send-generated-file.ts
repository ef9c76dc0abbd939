import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from '../page-cache/cached-page.ts';
import type { FileSource, GeneratedFiles, OpenFile } from './generated-files.ts';

/** A file whose name is its URL on this site. */
export interface GeneratedFile extends FileSource {
  type: string;
  cacheControl: string;
}

/** Large chunks, because each one takes a turn of the event loop. */
const chunkSize = 256 * 1024;

/** Decoded, because a proxy may change the percent-encoding and would then be redirected forever. */
const pathOf = (url: string) => decodeURIComponent(url.split('?', 1)[0] ?? '');

/** An entity tag is more precise than a time, which counts only without one (RFC 9110, section 13.2.2). */
const isUnchanged = ({ etag, changedAt }: Pick<OpenFile, 'etag' | 'changedAt'>, { headers }: FastifyRequest) => {
  const { 'if-none-match': tags, 'if-modified-since': since = '' } = headers;
  return tags === undefined ? changedAt.getTime() <= Date.parse(since) : tags.includes(etag);
};

/** Sends the file compressed. It is decompressed on the fly for the few clients that don't accept that. */
export const sendGeneratedFile = async (
  files: GeneratedFiles,
  { type, cacheControl, ...source }: GeneratedFile,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  // One URL per file: spellings with upper case, a trailing slash or leading zeros are redirected to it.
  if (pathOf(request.url) !== pathOf(source.name))
    return reply.header('cache-control', cacheControl).redirect(source.name, 301);
  const accepted = negotiateEncoding(request.headers['accept-encoding']);
  const encoding = accepted === 'identity' ? 'gzip' : accepted;
  const { handle, etag, changedAt } = await files.open(source, encoding);
  // CORS may have set Vary: Origin.
  const vary = [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', ');
  reply.headers({ 'cache-control': cacheControl, etag, 'last-modified': changedAt.toUTCString(), vary });
  if (isUnchanged({ etag, changedAt }, request)) {
    await handle.close();
    return reply.code(304).send();
  }
  reply.type(type);
  // pipeline() closes the file if the client disconnects early.
  if (accepted === 'identity')
    return reply.send(pipeline(handle.createReadStream(), createGunzip({ chunkSize }), () => {}));
  const { size } = await handle.stat();
  return reply.headers({ 'content-encoding': encoding, 'content-length': size }).send(handle.createReadStream());
};

import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { ExportFormat } from '#contract/values/export-formats.ts';

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

interface SentFile {
  name: string;
  format: ExportFormat;
  isCompressed?: boolean;
}

const compressed = (source: Readable): Readable => {
  const gzip = createGzip();
  // An error of one of them reaches whoever reads the other; a client that goes away ends both.
  pipeline(source, gzip, () => {});
  return gzip;
};

/** Sends a file as it is made: nothing is made ahead of what the client reads, and one that stops reading is cut off. */
export const sendFile = (
  reply: FastifyReply,
  { name, format, isCompressed = false }: SentFile,
  parts: AsyncIterable<string>,
) => {
  // In UTC, as everywhere.
  const day = new Date().toISOString().slice(0, 10);
  const ending = isCompressed ? `${format}.gz` : format;
  reply.header('content-type', isCompressed ? 'application/gzip' : contentTypes[format]);
  reply.header('content-disposition', `attachment; filename="${name}-${day}.${ending}"`);
  const file = Readable.from(parts, { objectMode: false });
  return isCompressed ? compressed(file) : file;
};

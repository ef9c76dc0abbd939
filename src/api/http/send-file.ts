import type { FastifyReply } from 'fastify';
import type { ExportFormat } from '#contract/values/export-formats.ts';
import { fileStream } from './file-stream.ts';

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

interface SentFile {
  name: string;
  format: ExportFormat;
  isCompressed?: boolean;
}

/** Sends a file as it is made. A client that stops reading is cut off. */
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
  return fileStream(parts, { isCompressed });
};

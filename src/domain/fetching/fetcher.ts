import { createFetchStream, type FetcherOptions, type FetchStream, type FetchStreamOptions } from './fetch-stream.ts';

export type FetchOptions = Omit<FetchStreamOptions, 'method'>;

export interface Fetched {
  status: number;
  contentType: string;
  body: Buffer;
}

/** Fetches a whole body into memory. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Fetched>;

export const wholeBodies =
  (fetchStream: FetchStream): Fetch =>
  async (url, options) => {
    const { status, headers, body } = await fetchStream(url, options);
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(chunk);
    return { status, contentType: headers['content-type'] ?? '', body: Buffer.concat(chunks) };
  };

export const createFetcher = (options: FetcherOptions): Fetch => wholeBodies(createFetchStream(options));

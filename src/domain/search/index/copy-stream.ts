import { StringDecoder } from 'node:string_decoder';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { YieldToEventLoop } from './yield-to-event-loop.ts';

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Undoes the escaping of COPY's text format. */
export const unescapeField = (field: string): string =>
  field.includes('\\') ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter) : field;

/** Streams a query's rows as lines of COPY's text format. */
export const eachLine = async (
  client: pg.Client,
  query: string,
  yieldToEventLoop: YieldToEventLoop,
  take: (line: string) => void,
) => {
  const decoder = new StringDecoder('utf8');
  let incomplete = '';
  for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`))) {
    const text = incomplete + decoder.write(chunk as Buffer);
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      take(text.slice(from, end));
      from = end + 1;
    }
    incomplete = text.slice(from);
    await yieldToEventLoop();
  }
};

const newline = 10;
const tab = 9;
const zero = 48;

/** Streams a query of two integer columns. Parses the bytes directly: a string per row is slow for millions of rows. */
export const eachPair = async (
  client: pg.Client,
  query: string,
  yieldToEventLoop: YieldToEventLoop,
  take: (a: number, b: number) => void,
) => {
  let first = 0;
  let value = 0;
  for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`))) {
    const bytes = chunk as Buffer;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === newline) {
        take(first, value);
        value = 0;
      } else if (byte === tab) {
        first = value;
        value = 0;
      } else {
        value = value * 10 + byte - zero;
      }
    }
    await yieldToEventLoop();
  }
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Marquee that is running. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;

/** Whether the first version precedes the second, e.g. 0.9.0 before 0.10.0. */
export const isOlder = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Marquee that is running. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;

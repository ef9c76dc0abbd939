import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../../deploy');

export const readDeployFile = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** `merge` is for the `<<` of compose files. */
export const readDeployYaml = <T>(path: string): T => parse(readDeployFile(path), { merge: true }) as T;

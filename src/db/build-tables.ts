import type { Time } from './column-types.ts';

export interface BuildsTable {
  id: string;
  files: string[];
  used_at: Time;
}

export interface BuildFilesTable {
  name: string;
  type: string;
  content: Buffer;
  encoding: 'br' | 'identity';
}

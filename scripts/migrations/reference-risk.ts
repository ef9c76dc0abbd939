import { judged, type MigrationFacts, type Risk } from './risk.ts';

const references = /\breferences (\w+)([^,]*)/g;

/** Rows that refer to others keep older versions, which don't know of them, from deleting those. */
export const referenceRisk = (shape: string, { newTables }: MigrationFacts): Risk[] =>
  [...shape.matchAll(references)]
    .filter(([, table = '', rest = '']) => !newTables.has(table) && !/\bon delete (cascade|set null)\b/.test(rest))
    .map(([, table]) => judged(`keeps older versions from deleting rows of ${table}: add "on delete"`));

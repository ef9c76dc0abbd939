// Checks the import rules: each folder of src/ may import only from those listed with it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mayImport: Record<string, string[]> = {
  contract: [],
  db: [],
  domain: ['db', 'contract/values'],
  api: ['domain', 'db', 'contract'],
  web: ['contract'],
  server: ['api', 'domain', 'db', 'contract'],
  cli: ['server', 'domain', 'db'],
};

/** Inside domain/search, both the queries and the sync build on the index, and on nothing else there. */
const searchRooms: Record<string, string[]> = {
  index: ['index'],
  queries: ['queries', 'index'],
  sync: ['sync', 'index'],
};

const crossesSearchRooms = (file: string, target: string): boolean => {
  const room = file.match(/^domain\/search\/([^/]+)\//)?.[1];
  const targetInSearch = target.match(/^domain\/search\/(.+)/)?.[1];
  if (room === undefined || targetInSearch === undefined) return false;
  return !searchRooms[room]?.some((allowed) => targetInSearch.startsWith(`${allowed}/`));
};

const source = join(import.meta.dirname, '../src');
const wrong: string[] = [];

for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
  const folder = file.split('/')[0] ?? '';
  const text = readFileSync(join(source, file), 'utf8');
  const targets = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](#[^'"]+|\.[^'"]+)['"]/g)].map(
    (match) => match[1] ?? '',
  );
  for (const target of targets) {
    const path = target.startsWith('#') ? target.slice(1) : join(file, '..', target);
    const aim = path.split('/')[0] ?? '';
    const allowed =
      aim === folder || (mayImport[folder] ?? []).some((each) => path === each || path.startsWith(`${each}/`));
    if (!allowed || crossesSearchRooms(file, path)) wrong.push(`src/${file} may not import ${target}`);
  }
}

for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else console.log('Imports point down only.');

// Checks which folders of src/ may import from which others (see docs/architecture.md).
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mayImport: Record<string, string[]> = {
  contract: [],
  db: [],
  domain: ['db', 'contract/values'],
  api: ['domain', 'db', 'contract'],
  web: ['contract'],
  server: ['api', 'domain', 'db', 'contract'],
  cli: ['server', 'api', 'domain', 'db', 'contract/values'],
};

/** What pages may import besides types: the rest of the contract would load TypeBox into every visitor's browser. */
const valuesForPages = [
  'contract/values',
  'contract/client.ts',
  'contract/api-error.ts',
  'contract/public-routes.ts',
  'contract/report-routes.ts',
  'contract/routes.ts',
];

/** Folders of which others import a single file. Importing any other would tie them to how the folder works inside. */
const entries: Record<string, string> = { 'domain/search': 'domain/search/catalogue-index.ts' };

const source = join(import.meta.dirname, '../src');
const wrong: string[] = [];

const isWithin = (path: string, allowed: string[]) =>
  allowed.some((each) => path === each || path.startsWith(`${each}/`));

// The audit log has an action 'import', which is no statement.
const importPattern =
  /(?<!['"])(import\s+type\s[^;]*?from|export\s+type\s[^;]*?from|from|import)\s*\(?\s*['"]([^'":][^'"]*)['"]/g;

for (const file of globSync('**/*.{ts,tsx}', { cwd: source })) {
  const folder = file.split('/')[0] ?? '';
  const text = readFileSync(join(source, file), 'utf8');
  for (const [, statement = '', target = ''] of text.matchAll(importPattern)) {
    const isLocal = target.startsWith('#') || target.startsWith('.');
    const path = target.startsWith('#') ? target.slice(1) : join(file, '..', target);
    const isTypeOnly = /\stype\s/.test(statement);

    if (isWithin(file, ['contract/values']) && !(isLocal && isWithin(path, ['contract/values'])))
      wrong.push(`src/${file} may import only from contract/values, not ${target}`);
    if (!isLocal) continue;
    if (path.split('/')[0] !== folder && !isWithin(path, mayImport[folder] ?? []))
      wrong.push(`src/${file} may not import ${target}`);
    for (const [inside, entry] of Object.entries(entries)) {
      const isInside = isWithin(file, [inside]);
      if (isInside && path === entry) wrong.push(`src/${file} may not import ${target}, which is for other folders`);
      if (!isInside && isWithin(path, [inside]) && path !== entry)
        wrong.push(`src/${file} may import src/${inside} only from src/${entry}, not ${target}`);
    }
    if (folder === 'web' && path.startsWith('contract/') && !isTypeOnly && !isWithin(path, valuesForPages))
      wrong.push(`src/${file} may import only types from ${target}; put values for pages into contract/values`);
  }
}

for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else console.log('Imports point down only.');

// Adds missing integrity hashes to the lockfile, as stated by the registry. npm leaves them out for packages of other
// platforms, which it doesn't download.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../package-lock.json');
const lockfile = JSON.parse(readFileSync(file, 'utf8'));

const integrityOf = (spec: string) => {
  try {
    return execFileSync('npm', ['view', spec, 'dist.integrity'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
};

for (const [path, entry] of Object.entries<{ version: string; integrity?: string }>(lockfile.packages)) {
  if (path === '' || entry.integrity) continue;
  const spec = `${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${entry.version}`;
  const integrity = integrityOf(spec);
  console.log(`${spec}: ${integrity || 'not in the registry'}`);
  if (!integrity) continue;
  const { version, ...rest } = entry;
  lockfile.packages[path] = { version, integrity, ...rest };
}
writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);

// Checks that the code uses the words of the glossary, that the files and folders named in the documentation exist, and
// that generated pages are up to date.
// Replaced decisions may keep their old names.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolesPage, rolesPagePath } from './roles-page.ts';
import { settingsPage, settingsPagePath } from './settings-page.ts';

const root = join(import.meta.dirname, '..');
const folders = ['bench', 'bin', 'deploy', 'docs', 'migrations', 'scripts', 'src', 'tests'];
const files = globSync(['*.*', ...folders.map((folder) => `${folder}/**/*.*`)], {
  cwd: root,
  exclude: ['**/node_modules/**'],
});
const paths = new Set(
  files.flatMap((file) => file.split('/').map((_part, at, parts) => parts.slice(0, at + 1).join('/'))),
);
const endings = new Set(
  [...paths].flatMap((path) => path.split('/').map((_part, at, parts) => parts.slice(at).join('/'))),
);

const sourceFile = /^[\w./-]+\.(?:tsx?|mjs|sql)$/;
const inTopFolder = new RegExp(`^(?:${folders.join('|')})/[\\w./-]*$`);

const wrong: string[] = [];
for (const document of files.filter((file) => file.endsWith('.md'))) {
  const text = readFileSync(join(root, document), 'utf8');
  if (/^- Status: replaced by/m.test(text)) continue;
  for (const [, name = ''] of text.matchAll(/`([^`\s]+)`/g)) {
    if (!sourceFile.test(name) && !inTopFolder.test(name)) continue;
    const path = name.replace(/\/$/, '');
    if (!(inTopFolder.test(name) ? paths : endings).has(path))
      wrong.push(`${document} names ${name}, which doesn't exist`);
  }
}

/** The text without what separates words in file names, identifiers, columns and prose. */
const joined = (text: string) => text.toLowerCase().replace(/[\s_-]/g, '');

const source = globSync('src/**/*.{ts,tsx}', { cwd: root });
const code = joined(source.map((file) => file + readFileSync(join(root, file), 'utf8')).join());
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8').replaceAll(/.*\n\| ---.*/g, '');
for (const [, terms = ''] of glossary.matchAll(/^\| ([^|]*?) +\|/gm))
  for (const term of terms.split(', '))
    if (!code.includes(joined(term))) wrong.push(`docs/glossary.md explains ${term}, which the code doesn't mention`);

const written: [path: string, text: string][] = [
  [settingsPagePath, settingsPage()],
  [rolesPagePath, rolesPage()],
];
for (const [path, text] of written)
  if (readFileSync(join(root, path), 'utf8') !== text) wrong.push(`${path} is out of date: run npm run docs`);

for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else
  console.log(
    'The files named in the documentation exist, the code uses the words of the glossary, and the pages of settings and roles are up to date.',
  );

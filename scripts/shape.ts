// Compares the number and length of source files with our targets (CONTRIBUTING.md, "Style").
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const shortFile = 40;
const maxFilesPerFolder = 24;

const source = join(import.meta.dirname, '../src');
const files = globSync('**/*.{ts,tsx}', { cwd: source });
const texts = new Map(files.map((file) => [file, readFileSync(join(source, file), 'utf8')]));
const linesOf = (file: string) => (texts.get(file) ?? '').trimEnd().split('\n').length;

const importers = new Map<string, Set<string>>();
for (const [file, text] of texts)
  for (const [, target = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([#.][^'"]+)['"]/g)) {
    const path = target.startsWith('#') ? target.slice(1) : join(dirname(file), target);
    importers.set(path, (importers.get(path) ?? new Set()).add(file));
  }

const sizes = files.map(linesOf).sort((a, b) => a - b);
const quantile = (share: number) => sizes[Math.floor(sizes.length * share)] ?? 0;
const lines = sizes.reduce((sum, size) => sum + size, 0);
const withOneImporter = files.filter((file) => importers.get(file)?.size === 1);

const filesByFolder = Map.groupBy(files, dirname);
const crowded = [...filesByFolder]
  .filter(([, inside]) => inside.length > maxFilesPerFolder)
  .map(([folder, inside]) => `${folder} ${inside.length}`);

const rows: [label: string, value: number, target: string][] = [
  ['source files', files.length, 'at most 1,150'],
  ['lines', lines, 'at most 96,000'],
  ['lines per file', Math.round(lines / files.length), 'about 90'],
  ['  median', quantile(0.5), '70'],
  ['  90th percentile', quantile(0.9), '260'],
  ['files with one importer', withOneImporter.length, 'at most 290'],
  [
    `  of these below ${shortFile} lines`,
    withOneImporter.filter((file) => linesOf(file) < shortFile).length,
    'at most 80',
  ],
  [`folders with more than ${maxFilesPerFolder} files`, crowded.length, 'none'],
  ['migrations', globSync('*.sql', { cwd: join(source, '../migrations') }).length, 'about 10'],
];
for (const [label, value, target] of rows)
  console.log(`${label.padEnd(36)}${value.toLocaleString('en').padStart(9)}   ${target}`);
for (const each of crowded) console.log(`  ${each}`);

// Checks which folders of src/ may import from which others (see docs/architecture.md).
import { globSync, readdirSync, readFileSync } from 'node:fs';
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

/** The values that pages may import. The rest of the contract would load TypeBox into every visitor's browser. */
const valuesForPages = [
  'contract/values',
  'contract/calls/client.ts',
  'contract/calls/api-error.ts',
  'contract/calls/public-routes.ts',
  'contract/calls/report-routes.ts',
  'contract/calls/routes.ts',
];

/** The entries of src/domain from bottom to top: each may import only those listed before it (decision 070). */
const domainFloors: Record<string, string[]> = {
  ground: [
    ...[
      'errors.ts',
      'paged-search.ts',
      'day.ts',
      'ip.ts',
      'work-queue.ts',
      'edit-distance.ts',
      'yield-to-event-loop.ts',
    ],
    ...[
      'secrets.ts',
      'fetching',
      'visibility.ts',
      'uploads',
      'builds.ts',
      'nodes.ts',
      'jobs',
      'terms',
      'info-pages.ts',
    ],
  ],
  site: ['audit-log.ts', 'settings.ts', 'mail', 'announcements', 'accounts', 'age-assurance'],
  catalogue: ['search', 'catalogue', 'views.ts'],
  'what may be listed': ['listing', 'post-records', 'holds', 'stay-down', 'blocks', 'listing-rules'],
  changes: [
    ...['list-texts.ts', 'bulk-changes', 'names', 'directory', 'partners', 'searches', 'posts', 'deleted'],
    ...['links', 'cases', 'stay-down-matches', 'term-matches.ts'],
  ],
  'in and out': ['imports', 'pushed-posts', 'exports', 'pictures'],
  operation: ['results', 'backup', 'seo-check', 'system', 'dashboard.ts', 'demo'],
};
const domainOrder = Object.values(domainFloors).flat();
const floorOf = (name: string) => Object.keys(domainFloors).find((floor) => domainFloors[floor]?.includes(name));
/**
 * The files that the rest of src/ may import from a folder; all others are private to it. Folders that are missing here
 * have no private files (decision 072).
 */
const publicFiles: Record<string, string> = {
  'domain/search': 'catalogue-index',
  'domain/backup': 'backups backup-runner backup-target write-backup write-file check-backup restore-backup',
  'domain/blocks': 'blocks blocked-names find-blocked block-runner',
  'domain/bulk-changes': 'bulk-changes change change-urls requested-change runner',
  'domain/cases': `cases read-case case-queue bundles bundle-proposals case-decisions case-emails case-figures case-keys confirm-email
    counter-notices deadlines email-limits erase-reporters flood-limits found-urls notice-room receive-notice reminders reporter signed-case
    withhold-on-receipt`,
  'domain/demo': 'seed-demo generate-catalogue random',
  'domain/imports': `imports sources received-feeds preview-feed control-imports import-thread command-line mapping/mapper
    feeds-by-url/feed-login feeds-by-url/feed-scheduler feeds-by-url/fetch-by-hand feeds-by-url/fetch-feed`,
  'domain/links': 'link-health link-actions posts-of-link prober',
  'domain/pictures': 'picture-urls picture-proxy picture-store rasterise read-original encode encoder',
  'domain/posts': 'find-posts post-list save-video publish-due',
  'domain/seo-check': 'seo-checks crawl-site',
  'domain/terms': 'term-finder matcher letters',
  'server/art': 'art',
  'server/pages': `open-pages register-pages render-page page-build page-source page-urls generated-files record-search
    warm-up`,
  'server/render-workers': 'render-workers',
};
const publicPaths = new Map(
  Object.entries(publicFiles).map(([folder, names]) => [
    folder,
    names.split(/\s+/).map((name) => `${folder}/${name}.ts`),
  ]),
);

const source = join(import.meta.dirname, '../src');
const wrong: string[] = [];

const isWithin = (path: string, allowed: string[]) =>
  allowed.some((each) => path === each || path.startsWith(`${each}/`));

// The lookbehind skips the string 'import', an action in the audit log.
const importPattern =
  /(?<!['"])(import\s+type\s[^;]*?from|export\s+type\s[^;]*?from|from|import)\s*\(?\s*['"]([^'":][^'"]*)['"]/g;

const inDomain = readdirSync(join(source, 'domain'));
for (const name of inDomain)
  if (!domainOrder.includes(name)) wrong.push(`src/domain/${name} needs a floor in scripts/check-imports.ts`);
for (const [at, name] of domainOrder.entries()) {
  if (!inDomain.includes(name))
    wrong.push(`src/domain/${name} has a floor in scripts/check-imports.ts, but doesn't exist`);
  if (domainOrder.indexOf(name) < at) wrong.push(`src/domain/${name} has two floors in scripts/check-imports.ts`);
}

const architecture = readFileSync(join(source, '../docs/architecture.md'), 'utf8');
const [, described = ''] = architecture.split('## The floors of the domain');
const describedFolders = [...described.matchAll(/^ {2}([\w-]+)\/\s/gm)].map(([, name = '']) => name);
if (describedFolders.join() !== domainOrder.filter((name) => !name.endsWith('.ts')).join())
  wrong.push('docs/architecture.md does not list the folders of src/domain as scripts/check-imports.ts does');

/** Why a file of the domain may not import another. Undefined if it may. */
const wrongFloor = (file: string, target: string): string | undefined => {
  const [, from = ''] = file.split('/');
  const [, to = ''] = target.split('/');
  if (from === to || domainOrder.indexOf(to) < domainOrder.indexOf(from)) return undefined;
  return `src/${file} may not import ${target}: ${to} (${floorOf(to)}) stands above ${from} (${floorOf(from)}). Move what it needs down, or pass it in`;
};

const imported = new Set<string>();
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
    const floorProblem = folder === 'domain' && isWithin(path, ['domain']) ? wrongFloor(file, path) : undefined;
    if (floorProblem) wrong.push(floorProblem);
    for (const [owner, paths] of publicPaths)
      if (!isWithin(file, [owner]) && isWithin(path, [owner])) {
        imported.add(path);
        if (!paths.includes(path))
          wrong.push(`src/${file} may not import ${target}, which is private to src/${owner} (see publicFiles)`);
      }
    if (folder === 'web' && path.startsWith('contract/') && !isTypeOnly && !isWithin(path, valuesForPages))
      wrong.push(`src/${file} may import only types from ${target}; put values for pages into contract/values`);
  }
}

for (const path of [...publicPaths.values()].flat())
  if (!imported.has(path)) wrong.push(`src/${path} is listed in publicFiles, but nothing else imports it`);

for (const line of wrong) console.error(line);
if (wrong.length > 0) process.exitCode = 1;
else console.log('Imports point down only.');

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScratchCheckout } from '../../mutants/scratch-checkout.ts';
import { runCommand } from '../../support/running-site.ts';

const edit = (path: string, from: string, to: string) => {
  const text = readFileSync(path, 'utf8');
  if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
  writeFileSync(path, text.replace(from, to));
};

/** What the next version adds to the schema: old ones don't know of it, and go on. */
export const addedMigration = '9000_next_version';
const migration = `
alter table videos add column next_version boolean not null default false;
alter table tags add column next_version text check (length(next_version) < 100);
create table next_version (video_id bigint primary key references videos on delete cascade);
select watch_changes('next_version', 'video', 'video_id');
`;

const newestBuild = (folder: string, before: readonly string[]) => {
  const [added] = globSync('build/pages-*', { cwd: folder }).filter((name) => !before.includes(name));
  if (added === undefined) throw new Error('The next version has the same pages');
  return join(folder, added);
};

/** A checkout of a later version, whose pages and schema differ, with its pages built. */
export const createNextVersion = async () => {
  const { folder, remove } = createScratchCheckout();
  edit(join(folder, 'package.json'), '"version": "', '"version": "9');
  edit(join(folder, 'src/web/public/navigation/navigation-bar.tsx'), 'className="', 'data-version="next" className="');
  writeFileSync(join(folder, `migrations/${addedMigration}.sql`), migration);
  const before = globSync('build/pages-*', { cwd: folder });
  const { status, output } = await runCommand(['build'], {}, '', folder);
  if (status !== 0) throw new Error(`The next version could not be built:\n${output}`);
  return { folder, buildDir: newestBuild(folder, before), remove };
};

import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Role } from '#contract/values/accounts.ts';
import {
  currentMark,
  loadingText,
  type Screen,
  screenGroups,
  screens,
  screensOf,
  screenUrl,
} from '#web/admin/screens.ts';

const web = join(import.meta.dirname, '../../../src/web');
/** Folders of src/web/admin that are not a screen behind the login. */
const notScreens = ['kit', 'login', 'navigation'];

const folderOf = ({ file }: Screen) => file.split('/')[1];

describe('the list of screens', () => {
  it('has a screen for every folder', () => {
    const folders = readdirSync(join(web, 'admin'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !notScreens.includes(entry.name))
      .map(({ name }) => name);
    const listed = new Set(screens.map(folderOf));
    for (const folder of folders)
      expect(
        listed.has(folder),
        `src/web/admin/${folder} is not in src/web/admin/screens.ts: add it there, or move shared parts to admin/kit.`,
      ).toBe(true);
  });

  it.each(screens)('$path has a route module, a label and a loading text', (screen) => {
    expect(
      existsSync(join(web, screen.file)),
      `src/web/${screen.file} does not exist: create it, or correct "file" of "${screen.path}" in screens.ts.`,
    ).toBe(true);
    expect(screen.label).not.toBe('');
    expect(screen.loading).toMatch(/^Loading .+\.\.\.$/);
  });

  it.each(screens)('$path can be visited by tests and contact sheets', (screen) => {
    expect(
      !screen.path.includes(':') || (screen.examples?.length ?? 0) > 0,
      `"${screen.path}" has a parameter: give it "examples" in screens.ts, with URLs that exist in the demo.`,
    ).toBe(true);
    for (const url of screen.examples ?? [])
      expect(url.startsWith(screenUrl(screen).replace(/:.*/, '')), `${url} is no URL of "${screen.path}"`).toBe(true);
  });

  it.each(screens)('$path can be reached', (screen) => {
    expect(
      screen.group !== undefined || screens.some(({ path }) => path === screen.parent),
      `Nothing links to "${screen.path}": give it a "group" of the sidebar in screens.ts, or the "parent" that links it.`,
    ).toBe(true);
  });

  it('has every path and file once', () => {
    for (const key of ['path', 'file'] as const) {
      const values = screens.map((screen) => screen[key]);
      expect(values).toEqual([...new Set(values)]);
    }
  });
});

describe('the sidebar', () => {
  const pathsOf = (role: Role) =>
    Object.fromEntries(screenGroups.map((group) => [group, screensOf(group, role).map(({ path }) => path)]));

  it('links all screens, in groups; the system and the settings are for main admins', () => {
    const groups = {
      Overview: ['dashboard'],
      Catalogue: ['posts', 'calendar', 'imports', 'links', 'stars', 'stars-list', 'tags-list'],
      Partners: ['networks', 'results', 'channels', 'terabox'],
      Safety: ['removals', 'blocks', 'stay-down', 'records', 'transparency', 'deleted', 'bulk-changes', 'audit'],
      Site: ['page-texts', 'searches', 'mail', 'seo', 'system', 'settings'],
      People: ['manage-admins', 'account'],
    };
    expect(pathsOf('main_admin')).toEqual(groups);
    // Mail goes to people who reported something.
    expect(pathsOf('admin')).toEqual({ ...groups, Site: ['page-texts', 'searches', 'seo'] });
  });

  it('links editors, moderators and finance to what they may do', () => {
    const People = ['manage-admins', 'account'];
    const Overview = ['dashboard'];
    expect(pathsOf('editor')).toEqual({
      ...{ Overview, People, Partners: [] },
      Catalogue: ['posts', 'calendar', 'imports', 'links', 'stars', 'stars-list', 'tags-list'],
      Safety: ['records', 'deleted', 'bulk-changes', 'audit'],
      Site: ['page-texts', 'searches', 'seo'],
    });
    expect(pathsOf('moderator')).toEqual({
      ...{ Overview, People, Catalogue: [], Partners: ['networks'] },
      Safety: ['removals', 'blocks', 'stay-down', 'records', 'transparency', 'audit'],
      Site: ['mail'],
    });
    expect(pathsOf('finance')).toEqual({
      ...{ Overview, People, Catalogue: [], Site: [] },
      Partners: ['networks', 'results', 'channels', 'terabox'],
      Safety: ['deleted', 'audit'],
    });
  });
});

describe('the folders of the back-office', () => {
  const files = globSync('admin/**/*.{ts,tsx}', { cwd: web });
  const importsOf = (file: string) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) =>
      join(dirname(file), path),
    );
  const folderIn = (path: string) => path.split('/').slice(0, 2).join('/');

  it('a screen imports no other screen: shared parts are in admin/kit', () => {
    const wrong = files.flatMap((file) =>
      importsOf(file)
        .filter((path) => path.startsWith('admin/') && path.split('/').length > 2)
        .filter((path) => folderIn(path) !== 'admin/kit' && folderIn(path) !== folderIn(file))
        .filter((path) => file !== 'admin/layout.tsx' || folderIn(path) !== 'admin/navigation')
        .map((path) => `${file} imports ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('nothing is imported from the public pages: what both need is in components', () => {
    const wrong = files.filter((file) => importsOf(file).some((path) => path.startsWith('public/')));
    expect(wrong).toEqual([]);
  });
});

describe('the mark of the current screen', () => {
  const marked = (pathname: string) =>
    screens.flatMap((screen) => {
      const mark = currentMark(screen, pathname);
      return mark ? [`${screen.path}: ${mark}`] : [];
    });

  it('is on the link to the screen, or to the list that a screen about one record belongs to', () => {
    expect(marked('/admin/tags-list')).toEqual(['tags-list: page']);
    expect(marked('/admin/tag-videos/rain')).toEqual(['tags-list: true', 'tag-videos/:tag: page']);
    expect(marked('/admin/star-videos/isla-torven')).toEqual(['stars-list: true', 'star-videos/:star: page']);
    expect(marked('/admin/nothing')).toEqual([]);
  });

  it('is on exactly one link of the sidebar, whatever screen is open', () => {
    for (const path of screens.flatMap((screen) => screen.examples ?? [screenUrl(screen)])) {
      const { pathname } = new URL(path, 'http://site');
      const links = screens.filter(({ group }) => group !== undefined);
      expect([path, links.filter((screen) => currentMark(screen, pathname)).length]).toEqual([path, 1]);
    }
  });
});

describe('the loading text', () => {
  it('is the screen’s, also with a parameter, and generic for other paths', () => {
    expect(loadingText('/admin/networks')).toBe('Loading networks...');
    expect(loadingText('/admin/stars')).toBe('Loading stars...');
    expect(loadingText('/admin/tag-videos/some-tag')).toBe('Loading videos...');
    expect(loadingText('/admin/networks/more')).toBe('Loading...');
  });
});

import type { Page } from 'playwright-core';
import { adminScreens } from '../../tests/support/admin-screens.ts';

export interface AdminScreen {
  name: string;
  path: string;
  /** With data, without data, while its calls are pending, or after they have failed. */
  state: 'filled' | 'empty' | 'loading' | 'failing';
  isSignedOut?: boolean;
  prepare?: (page: Page) => Promise<unknown>;
}

const nameOf = (path: string) => path.replace(/^\/admin\/?/, 'admin-').replaceAll(/[/?=]/g, '-');

const press = (label: string | RegExp) => async (page: Page) => {
  // On small screens, a row's actions are in a menu.
  const menu = page.getByRole('button', { name: /^Actions / }).first();
  const button = page.getByRole('button', { name: label }).first();
  if (!(await button.isVisible()) && (await menu.isVisible())) await menu.click();
  await button.click();
};

const openDrawer = async (page: Page) => {
  const button = page.getByRole('button', { name: 'Menu', exact: true });
  if (await button.isVisible()) await button.click();
};

const openPalette = async (page: Page) => {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('isla');
  await page.getByRole('group', { name: 'Stars' }).waitFor();
};

const dialogs: [string, string, string | RegExp][] = [
  ['admin-posts-add', '/admin/posts', 'Add Post'],
  ['admin-posts-edit', '/admin/posts', /^Edit /],
  ['admin-posts-delete', '/admin/posts', /^Delete /],
  ['admin-stars-edit', '/admin/stars', /^Edit /],
  ['admin-networks-add', '/admin/networks', 'Add New Network'],
  ['admin-networks-reject', '/admin/networks?tab=submissions', /^Reject /],
  ['admin-page-texts-edit', '/admin/page-texts?kind=tag', /^Edit /],
  ['admin-searches-synonym', '/admin/searches?tab=synonyms', 'Add synonym'],
  ['admin-searches-redirect', '/admin/searches?tab=redirects', 'Add redirect'],
  ['admin-channels-edit', '/admin/channels', /^Edit /],
  ['admin-terabox-edit', '/admin/terabox', /^Edit /],
  ['admin-removals-decide', '/admin/removals/1', /^Remove/],
  ['admin-removals-ask', '/admin/removals/1', 'Ask the reporter'],
  ['admin-removals-counter-notice', '/admin/removals/1', 'Enter counter-notice'],
  ['admin-removals-bundle', '/admin/removals?video=5', 'Keep all and release'],
  ['admin-stay-down-remove', '/admin/stay-down', /^Remove /],
  ['admin-stay-down-add', '/admin/stay-down?tab=lists', 'Add hash list'],
  ['admin-blocks-add', '/admin/blocks', 'Add block'],
  ['admin-records-import', '/admin/records', 'Import CSV'],
  ['admin-posts-export', '/admin/posts', 'Export'],
  ['admin-account-token', '/admin/account', 'Make a token'],
  ['admin-manage-admins-create', '/admin/manage-admins', 'Create New Admin'],
];

const inState = (state: AdminScreen['state'], paths: string[]): AdminScreen[] =>
  paths.map((path) => ({ name: `${nameOf(path)}-${state}`, path, state }));

/** Every screen of the back-office in every state, and its dialogs. */
export const backOfficeScreens: AdminScreen[] = [
  { name: 'admin-login', path: '/admin', state: 'filled', isSignedOut: true },
  ...inState('filled', adminScreens),
  ...dialogs.map(([name, path, label]): AdminScreen => ({ name, path, state: 'filled', prepare: press(label) })),
  { name: 'admin-palette', path: '/admin/dashboard', state: 'filled', prepare: openPalette },
  { name: 'admin-menu', path: '/admin/account', state: 'filled', prepare: openDrawer },
  ...inState('empty', adminScreens),
  ...inState('loading', adminScreens),
  ...inState('failing', adminScreens),
];

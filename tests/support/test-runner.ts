import { pathToFileURL } from 'node:url';
import { TestRunner } from 'vitest';

const imports = new Map<string, number>();

/**
 * Imports test files and setup files under URLs that are the same in each run, so that they come from Node's compile cache.
 * Vitest's URLs have the time in them: every run would compile every file again and leave as many files in the cache.
 */
export default class CachedTestRunner extends TestRunner {
  override importFile(path: string): Promise<unknown> {
    const count = (imports.get(path) ?? 0) + 1;
    imports.set(path, count);
    return import(`${pathToFileURL(path)}?import=${count}`);
  }
}

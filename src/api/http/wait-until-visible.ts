import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

const longestWaitMs = 1000;

/** Waits until this process's own visitors see what was just saved, but not for long: it is saved in any case. */
export const waitUntilVisible = async (index: CatalogueIndex): Promise<void> => {
  const shown = index.waitUntilIndexed({ orders: false }).catch(() => {});
  await Promise.race([shown, pause(longestWaitMs, undefined, { ref: false })]);
};

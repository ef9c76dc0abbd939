import { setTimeout as pause } from 'node:timers/promises';
import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

const maxWaitMs = 5000;

/**
 * Waits until this process's index has the change that was just saved, so that an admin who looks at the site sees it.
 * Gives up after a moment: the change is committed either way.
 */
export const waitUntilVisible = async (index: CatalogueIndex): Promise<void> => {
  const visible = index.waitUntilIndexed({ orders: false }).catch(() => {});
  await Promise.race([visible, pause(maxWaitMs, undefined, { ref: false })]);
};

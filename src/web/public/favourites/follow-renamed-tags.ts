import { browserClient } from '../../browser-client.ts';
import { browserStore } from '../../components/browser-store.ts';
import { hidden } from './stores.ts';

const checkedAt = browserStore('hidden-tags-checked', (stored) => Number(stored) || 0);
const dayMs = 86_400_000;

const isTag = (word: string) => !word.includes(':');

/** Keeps hidden tags hidden after they were renamed or merged. Checks once a day. */
export const followRenamedTags = async (): Promise<void> => {
  if (Date.now() - checkedAt.read() < dayMs) return;
  const { renamed } = await browserClient.getRenamedTags({ body: { tags: hidden.read().filter(isTag) } });
  checkedAt.write(Date.now());
  if (Object.keys(renamed).length === 0) return;
  const current = (tag: string) => (Object.hasOwn(renamed, tag) ? (renamed[tag] as string) : tag);
  hidden.write([...new Set(hidden.read().map(current))]);
};

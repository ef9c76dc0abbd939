/** A document of the browser: a reload is a new one. Drafts belong to the one that writes them until it is gone. */
export const ownTab = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const lockPrefix = 'admin-drafts:';
let isHeld = false;

/** The browser releases the lock when the tab is closed, reloaded or crashes. */
export const holdOwnDrafts = () => {
  // Browsers have locks on HTTPS and localhost only. Without them, drafts of open tabs are offered like any other.
  if (isHeld || !('locks' in navigator)) return;
  isHeld = true;
  navigator.locks.request(lockPrefix + ownTab, () => new Promise(() => {})).catch(console.warn);
};

/** The other tabs in which somebody may still be typing. */
export const findOtherTabs = async (): Promise<Set<string>> => {
  if (!('locks' in navigator)) return new Set();
  try {
    const { held = [] } = await navigator.locks.query();
    const tabs = held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : []));
    return new Set(tabs.filter((tab) => tab !== ownTab));
  } catch (error) {
    console.warn(error);
    return new Set();
  }
};

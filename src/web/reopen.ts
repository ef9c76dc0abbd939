declare global {
  /** Defined in first-paint.js, which needs them before any module is loaded. */
  interface Window {
    /** Loads a path as a document, to get the files of the site's current build. */
    reopen: (path: string) => void;
    /** Reopens the current page. Resolves with false if that was already tried, or if the site doesn't respond. */
    recover: () => Promise<boolean>;
  }
}

/** Whether the site responds. `navigator.onLine` only tells whether there is any network. */
export const isReachable = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Handles failed dynamic imports, whose file may belong to an older build. */
export const recoverFrom = async (error: unknown): Promise<never> => {
  if (await window.recover()) return new Promise(() => {});
  throw error;
};

const isOutdated = async () => {
  const response = await fetch(location.href, { cache: 'no-store' });
  return response.ok && !(await response.text()).includes(window.__reactRouterManifest.url);
};

/** Handles errors that may be due to data of a newer version, which this page's code doesn't understand. */
export const recoverIfOutdated = async () => {
  if (await isOutdated().catch(() => false)) await window.recover();
};

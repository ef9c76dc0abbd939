declare global {
  /** Of first-paint.js, which needs them before any module is loaded. */
  interface Window {
    /** Opens a path as a document, with the files of the build that the site has now. */
    reopen: (path: string) => void;
    /** Does that with the current page, and resolves with true; with false if that was done before, or the site does not answer. */
    recover: () => Promise<boolean>;
  }
}

/** Whether the site answers. A browser that says it is online may still have lost the way to it. */
export const isReachable = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** For dynamic imports, whose file may be of a build that is gone. */
export const recoverFrom = async (error: unknown): Promise<never> => {
  if (await window.recover()) return new Promise(() => {});
  throw error;
};

const isOutdated = async () => {
  const response = await fetch(location.href, { cache: 'no-store' });
  return response.ok && !(await response.text()).includes(window.__reactRouterManifest.url);
};

/** For errors that may be due to data of another version, which the code of this page was not made for. */
export const recoverIfOutdated = async () => {
  if (await isOutdated().catch(() => false)) await window.recover();
};

declare global {
  interface Navigator {
    /** Not in all browsers. */
    connection?: { saveData?: boolean };
  }
}

/** Whether the visitor asks sites to load less. A matter of the browser alone: the server's pages are the same for all. */
export const savesData = () =>
  navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;

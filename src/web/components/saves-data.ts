declare global {
  interface Navigator {
    /** Not supported by all browsers. */
    connection?: { saveData?: boolean };
  }
}

/** Whether the visitor prefers reduced data usage. Browser only, because cached pages are the same for everybody. */
export const savesData = () =>
  navigator.connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;

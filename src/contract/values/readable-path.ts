/** They would end the part of a path that a route matches. */
const lineTerminator = /[\n\r\u2028\u2029]/;

/** Whether routes can match a path: not with malformed percent-encoding, nor with the end of a line. */
export const isReadablePath = (path: string): boolean => {
  try {
    return !lineTerminator.test(decodeURIComponent(path));
  } catch {
    return false;
  }
};

/** The zones that the browser knows, and the one that is set, which may have an older name. */
export const timeZones = (current: string): string[] => [
  ...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]),
];

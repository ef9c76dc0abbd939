// The first match counts: most browsers also claim to be Chrome or Safari.
const browsers: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const firstMatch = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** 'curl' of 'curl/8.5.0'. Every browser calls itself Mozilla. */
const programName = (userAgent: string) => /^(?!Mozilla\b)([\w.-]{1,40})(\/|$)/.exec(userAgent)?.[1];

/** 'Firefox on Windows', for a list of sessions. A user agent can claim anything, so nothing else may rely on it. */
export const deviceName = (userAgent: string): string => {
  const browser = firstMatch(browsers, userAgent) ?? programName(userAgent) ?? 'Unknown browser';
  const system = firstMatch(systems, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
};

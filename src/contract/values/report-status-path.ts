const prefix = '/report/status/';

/** The private status page of a case. */
export const reportStatusPath = (token: string) => `${prefix}${token}`;

/** Stands for the token where it must not be written down. */
export const hiddenToken = 'private';

/** A URL or path for logs: whoever has the token can speak for the reporter. */
export const withoutReportToken = (url: string) =>
  url.replace(/((?:report\/status|api\/reports)\/+)[^/?#]+/gi, `$1${hiddenToken}`);

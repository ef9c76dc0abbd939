/** Longer ones would not fit into a cookie. */
const maxLength = 1500;
/** Any origin: only the path is taken. */
const origin = 'http://site.invalid';

/** Where a visitor goes after an age check: a path of this site, whatever was asked for, so that nobody is led elsewhere. */
export const returnPathOf = (wanted: unknown): string => {
  if (typeof wanted !== 'string' || wanted.length > maxLength || !/^\/(?![/\\])/.test(wanted)) return '/';
  const url = URL.canParse(wanted, origin) ? new URL(wanted, origin) : undefined;
  // The door's own pages would lead in a circle.
  if (url?.origin !== origin || /^\/age(\/|$)/i.test(url.pathname)) return '/';
  const path = url.pathname.replace(/^\/{2,}/, '/');
  return path + url.search;
};

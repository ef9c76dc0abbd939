import { domainToUnicode } from 'node:url';

/** With more parameters there would be too many orders to try. */
const maxOrderedParameters = 4;

const ordersOf = (parts: readonly string[]): string[][] =>
  parts.length < 2
    ? [[...parts]]
    : parts.flatMap((part, at) => ordersOf(parts.toSpliced(at, 1)).map((rest) => [part, ...rest]));

const decoded = (text: string): string => {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
};

/** As browsers show it, as they copy it, and as it is given. */
const encodingsOf = (text: string) => new Set([text, decoded(text), encodeURI(decoded(text))]);

/** Without what surrounds it in a mail or a document, and with its scheme. */
const withScheme = (text: string): string => {
  const bare = text.trim().replace(/^[<"'“‘(]+|[>"'”’)]+$/g, '');
  if (/^https?:/i.test(bare)) return bare;
  return bare.startsWith('//') ? `https:${bare}` : `https://${bare}`;
};

/** Whether it is a path on this site. */
const isPath = (text: string) => /^\/(?!\/)/.test(text);

/** The ways to write an address that `link_key()` in the database tells apart: names of hosts, encoding, order of parameters. */
export const linkForms = (text: string): string[] => {
  if (isPath(text)) return [];
  const link = withScheme(text);
  if (!URL.canParse(link)) return [link];
  const { hostname, port, pathname, search } = new URL(link);
  const hosts = new Set([hostname, domainToUnicode(hostname)]);
  const parameters = search.slice(1).split('&').filter(Boolean);
  const orders = parameters.length <= maxOrderedParameters ? ordersOf(parameters) : [parameters];
  const paths = orders.flatMap((order) => [...encodingsOf(pathname + (order.length > 0 ? `?${order.join('&')}` : ''))]);
  const forms = [...hosts].flatMap((host) => paths.map((path) => `https://${host}${port && `:${port}`}${path}`));
  return [...new Set([link, ...forms])];
};

/** As `link_key()` in the database leaves them out. */
const isTracking = (parameter: string) =>
  /^(utm_\w+|fbclid|gclid|msclkid|yclid|igshid|mc_[ce]id|ref)(=|$)/i.test(parameter);

/** The same text for all ways to write an address that `link_key()` and `linkForms()` take for one. */
export const linkKeyOf = (link: string): string => {
  if (!URL.canParse(link)) return link;
  const { hostname, port, pathname, search } = new URL(link);
  const parameters = decoded(search.slice(1)).split('&');
  const kept = parameters.filter((each) => each !== '' && !isTracking(each)).sort();
  const ownPort = ['', '80', '443'].includes(port) ? '' : `:${port}`;
  const path = [decoded(pathname).replace(/\/$/, ''), ...(kept.length > 0 ? [kept.join('&')] : [])].join('?');
  return hostname.replace(/^(www|m|mobile)\./, '') + ownPort + path.replace(/(?<![/?&])[/?&]+$/, '');
};

/** The ways to write the address of a picture: with either scheme, or as a path if it is one of this site. */
export const imageForms = (text: string): string[] => {
  const link = withScheme(text);
  if (isPath(text) || !URL.canParse(link)) return [text];
  const { host, pathname, search } = new URL(link);
  const rest = host + pathname + search;
  return [...new Set([text, link, `https://${rest}`, `http://${rest}`, pathname + search])];
};

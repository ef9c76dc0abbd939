/** Thrown for anything that `markupOf` doesn't support, so that React renders it instead. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError';
}

const special = /["'&<>]/;
const references: Record<string, string> = { '"': '&quot;', "'": '&#x27;', '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text and attribute values as React does. */
export const escaped = (text: string) =>
  special.test(text) ? text.replace(/["'&<>]/g, (character) => references[character] as string) : text;

/** Attributes whose name in React differs from HTML. */
const attributeNames: Record<string, string> = {
  className: 'class',
  tabIndex: 'tabindex',
  htmlFor: 'for',
  defaultValue: 'value',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
};

const booleans: Record<string, string> = {
  hidden: 'hidden',
  open: 'open',
  disabled: 'disabled',
  required: 'required',
  readOnly: 'readOnly',
  autoFocus: 'autofocus',
};

const ignored = new Set(['children', 'ref', 'key', 'dangerouslySetInnerHTML', 'suppressHydrationWarning']);
const unsupported = new Set(['style', 'xlinkHref', 'defaultChecked', 'checked', 'formAction', 'contentEditable']);
const urls = new Set(['href', 'src', 'action']);

/** Attributes that React writes after all others. */
const lastOf: Record<string, readonly string[]> = {
  input: ['name', 'value', 'defaultValue'],
  button: ['name'],
  form: ['action', 'encType', 'method', 'target'],
};

/** Matches URLs that cannot be `javascript:` URLs, which React would replace. */
const isPlainUrl = /^(?:[/#?]|https?:|data:image\/webp;|$)/i;

export const plainUrl = (url: string) => {
  if (!isPlainUrl.test(url)) throw new UnsupportedError('another kind of URL');
  return url;
};

const attribute = (tag: string, name: string, value: unknown): string => {
  if (value === null || value === undefined || ignored.has(name)) return '';
  if (unsupported.has(name)) throw new UnsupportedError(`${tag} with ${name}`);
  switch (typeof value) {
    case 'string':
      if (name.startsWith('on')) throw new UnsupportedError(`${tag} with ${name}`);
      if (urls.has(name) && plainUrl(value) === '' && tag !== 'a') return '';
      return name in booleans
        ? value && ` ${booleans[name]}=""`
        : ` ${attributeNames[name] ?? name}="${escaped(value)}"`;
    case 'number':
      return ` ${attributeNames[name] ?? name}="${value}"`;
    case 'boolean':
      if (name in booleans) return value ? ` ${booleans[name]}=""` : '';
      if (name.startsWith('aria-') || name.startsWith('data-')) return ` ${name}="${value}"`;
      throw new UnsupportedError(`${tag} with the boolean ${name}`);
    case 'function':
      // Event handlers aren't rendered.
      if (name.startsWith('on')) return '';
  }
  throw new UnsupportedError(`${tag} with ${name}`);
};

export const attributesOf = (tag: string, props: Record<string, unknown>): string => {
  const last = lastOf[tag];
  let markup = '';
  for (const name in props) if (!last?.includes(name)) markup += attribute(tag, name, props[name]);
  for (const name of last ?? []) markup += attribute(tag, name, props[name]);
  return markup;
};

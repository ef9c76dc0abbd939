// With the u flag, \ud800-\udfff matches lone surrogates only.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const forbidden = /[\s\u0000-\u001f\u007f-\u009f"<>\\\ud800-\udfff]/u;

/** An absolute http or https URL that is safe to put into a link. */
export const isWebUrl = (text: string) =>
  /^https?:\/\//i.test(text) && !forbidden.test(text) && URL.canParse(text) && new URL(text).hostname !== '';

/** A web URL, or a path on this site. `//host` is neither: browsers read it as another site. */
export const isWebUrlOrPath = (text: string) => (/^\/(?!\/)/.test(text) ? !forbidden.test(text) : isWebUrl(text));

/** How such a text begins, for the `pattern` of an input; the server checks the rest. */
export const webUrlOrPathPattern = '(https?://|/(?!/)).+';

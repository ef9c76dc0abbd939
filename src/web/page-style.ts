/**
 * The age gate fails closed: the site is laid out only where the first-paint script has found an answer, or where the gate
 * was closed without JavaScript. Until then none of its lazy images is fetched; those of the first row are not lazy. In the document and not in the style
 * sheet, so that a sheet that fails to load opens nothing.
 *
 * Pages that may be read without an answer are laid out at once. What on them is for adults waits for the answer.
 */
const hidden = [
  ':root:not([data-adult]):not(:has(#age-gate:not([open]))) #site:not([data-ungated])',
  ':root:not([data-adult]) [data-ungated] .for-adults',
  ':root:has([data-ungated]) #age-gate',
  '[data-adult] #age-gate',
];

/** The one inline style of a page: the colour that the settings choose, and what hides the site. */
export const pageStyle = (accent: string) => `:root{--brand:${accent}}${hidden.join()}{display:none!important}`;

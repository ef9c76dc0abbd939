import { inject } from 'vitest';

/** Text that would run or break a page if it were not treated as text. At most 45 characters each. */
export const fragments = [
  '<script>marqueeHacked(0)</script>',
  '</script><script>marqueeHacked(1)</script>',
  '<img src=x onerror=marqueeHacked(2)>',
  '" autofocus onfocus="marqueeHacked(3)',
  "' onerror='marqueeHacked(4)",
  '--><svg/onload=marqueeHacked(5)>',
  '</title><svg onload=marqueeHacked(6)>',
  '</textarea><script>marqueeHacked(7)</script>',
  ']]><script>marqueeHacked(8)</script>',
  `{{marqueeHacked(9)}}\${marqueeHacked(9)}<%=9%>`,
  'javascript:marqueeHacked(10)',
  '\u202e<script>marqueeHacked(11)</script>',
  '&lt;script&gt;marqueeHacked(12)&lt;/script',
  '\\u003cscript>marqueeHacked(13)\\u003c/script>',
  '\u2028marqueeHacked(14)//\u2029\ufffe',
];

/** One per fragment, and a last one for a word as long as its field. */
const allKinds = [...fragments.keys(), fragments.length];
/**
 * The kinds that are stored. In `npm test` those without which a way to break out would be missing: of a script, an attribute with
 * either quote, the title, CDATA, by decoding twice, by decoding JSON, by line separators, and the long word.
 */
export const kinds = inject('isAll') ? allKinds : [1, 3, 4, 6, 8, 12, 13, 14, fragments.length];

/** Hostile text for a field. It starts with the field's name, so that a screen shows where it came from. */
export const hostile = (field: string, kind: number, maxLength = 100) => {
  const text = fragments[kind];
  return text === undefined ? `${field} ${'W'.repeat(maxLength)}`.slice(0, maxLength) : `${field} ${text}`;
};

/** No URL field accepts any of these. */
export const unsafeUrls = [
  'javascript:marqueeHacked()',
  'JaVaScRiPt:marqueeHacked()',
  'java\nscript:marqueeHacked()',
  '\u0001javascript:marqueeHacked()',
  ' javascript:marqueeHacked()',
  'data:text/html,<script>marqueeHacked()</script>',
  'vbscript:marqueeHacked()',
  '//example.org/marqueeHacked.js',
  '/\\example.org',
  'file:///etc/passwd',
];

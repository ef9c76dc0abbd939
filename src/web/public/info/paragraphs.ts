/** Blank lines separate paragraphs. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');

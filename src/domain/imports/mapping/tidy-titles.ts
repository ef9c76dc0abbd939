import { tidyTitle } from '#contract/values/names.ts';

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is left over when a phrase is cut from an end: “ - ”, “| ”. */
const loose = /^[\s\-–—|:,;•·/]+|(?<![\s\-–—|:,;•·/])[\s\-–—|:,;•·/]+$/gu;

/** Cuts phrases from titles, whatever their case, and tidies white space. Capital letters are left alone. */
export const createTitleTidier = (titleCuts: readonly string[]) => {
  const phrases = titleCuts.map((cut) => cut.trim()).filter((cut) => cut !== '');
  if (phrases.length === 0) return (title: string) => tidyTitle(title);
  // The longest first, so that none is cut in pieces.
  const cuts = new RegExp(
    phrases
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|'),
    'giu',
  );
  return (title: string) => {
    const cut = title.replace(cuts, ' ');
    return tidyTitle(cut === title ? title : cut.replace(/\s+/g, ' ').replace(loose, ''));
  };
};

import pluralize from 'pluralize';

const english = /^[a-z]{3,}$/;

/** What may be the singular or plural of an English word. The plain `s` is for words that look irregular but are new. */
export const otherForms = (word: string): string[] => {
  if (!english.test(word)) return [];
  const forms = [pluralize.singular(word), pluralize.plural(word), ...(word.endsWith('s') ? [] : [`${word}s`])];
  return [...new Set(forms)].filter((form) => form !== word);
};

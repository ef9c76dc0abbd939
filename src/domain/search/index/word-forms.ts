import pluralize from 'pluralize';

const english = /^[a-z]{3,}$/;

/** What may be the singular or plural of an English word. The plain `s` is for words that look irregular but are new. */
export const otherForms = (word: string): string[] =>
  english.test(word)
    ? [...new Set([pluralize.singular(word), pluralize.plural(word), `${word}s`])].filter((form) => form !== word)
    : [];

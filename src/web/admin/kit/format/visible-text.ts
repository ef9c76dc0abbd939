/** Turn the order of characters round, or take no room: a text with them may read otherwise than it is. */
const invisible = /[\p{Bidi_Control}\u200b\u2060\ufeff]|(?![\n\t\r])\p{Cc}/gu;

/** What somebody wrote, with invisible characters written out: 'U+202E' between brackets. */
export const visibleText = (text: string) =>
  text.replace(
    invisible,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );

/**
 * For the classes of patterns with the u flag: control, format and unassigned characters, such as the zero-width space
 * and the bidi controls, and letters and signs without a glyph, such as the Hangul fillers and the empty Braille cell.
 */
export const invisibleCharacters = '\\p{C}\\p{Default_Ignorable_Code_Point}\\u2800';

// People see tabs and line breaks as blanks.
const regExp = new RegExp(`(?![\\t\\n\\r])[${invisibleCharacters}]`, 'u');

export const hasInvisible = (text: string) => regExp.test(text);

const visible = new RegExp(`[^\\s${invisibleCharacters}]`, 'u');

/** Whether there is nothing to see, not even a sign. */
export const isBlank = (text: string) => !visible.test(text);

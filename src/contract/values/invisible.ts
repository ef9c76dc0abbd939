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

/**
 * What turns the text around it, or only hides in it: C1 controls, bidi controls, blanks without a width, fillers and tags.
 * Joiners and variation selectors stay: Persian, Indic scripts, Mongolian and emoji need them.
 */
const hidden =
  /[\p{Default_Ignorable_Code_Point}\u0080-\u009f\ufff9-\ufffb](?<!\u200c|\u200d|[\ufe00-\ufe0f]|[\u180b-\u180d])/gu;

/** Most texts have nothing of that kind, and a feed has millions of them. */
const mayHide = /[^ -~\s]/;

export const withoutHidden = (text: string) => (mayHide.test(text) ? text.replace(hidden, '') : text);

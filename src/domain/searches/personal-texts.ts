/** At-signs of any width. */
const atSign = /[@＠﹫]/;

/** Five digits of any script, whatever punctuation, symbols and spaces are between them. */
const fiveDigits = /\p{N}(?:[^\p{L}\p{N}]*\p{N}){4}/u;

/** Whether a text has an email, or a number that could be a phone's. Such a text is a person's, however many type it. */
export const mayIdentify = (text: string): boolean => atSign.test(text) || fiveDigits.test(text);

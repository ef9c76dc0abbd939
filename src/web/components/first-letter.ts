/** The letter of a URL that filters a list of names, in upper case; empty for all names. */
export const firstLetterOf = (text: string | null) => (/^[a-z]$/i.test(text ?? '') ? (text ?? '').toUpperCase() : '');

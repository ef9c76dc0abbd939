/** The letter that a list of names is filtered by, in upper case; empty for all names. */
export const firstLetterOf = (text: string | null) => (/^[a-z]$/i.test(text ?? '') ? (text ?? '').toUpperCase() : '');

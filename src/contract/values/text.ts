// Patterns have the u flag (ajv's default), so that \ud800-\udfff matches lone surrogates only. PostgreSQL stores neither
// those nor NUL.

/** Any character but control characters and lone surrogates; line breaks and tabs are text. */
const plainCharacter = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f\\ud800-\\udfff]';

/** The same without line breaks. */
const lineCharacter = '[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]';

/** One line with at least one character that is not white space. */
export const nonBlankLinePattern = `^(?=[^]*\\S)${lineCharacter}*$`;

/** One line, or none. */
export const lineOrBlankPattern = `^${lineCharacter}*$`;

export const plainTextPattern = `^${plainCharacter}*$`;

/** Plain text with at least one character that is not white space. */
export const nonBlankTextPattern = `^(?=[^]*\\S)${plainCharacter}*$`;

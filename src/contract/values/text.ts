/** Any character but control characters; line breaks and tabs are text. */
const plainCharacter = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]';

export const plainTextPattern = `^${plainCharacter}*$`;

/** Plain text with at least one character that is not white space. */
export const nonBlankTextPattern = `^(?=[^]*\\S)${plainCharacter}*$`;

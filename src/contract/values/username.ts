/** 3 to 20 letters, digits, dots, dashes, underscores or inner spaces. */
export const usernamePattern = '^[\\p{L}\\p{N}_.-](?:[\\p{L}\\p{N}_. -]{1,18})[\\p{L}\\p{N}_.-]$';

const regExp = new RegExp(usernamePattern, 'u');

export const isUsername = (text: string) => regExp.test(text);

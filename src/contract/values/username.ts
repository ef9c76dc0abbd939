import { invisibleCharacters } from './invisible.ts';
import { limits } from './limits.ts';

const { min, max } = limits.username;

/** Letters, digits, dots, dashes, underscores or inner spaces: the first and the last character are not spaces. */
export const usernamePattern = `^(?![^]*[${invisibleCharacters}])[\\p{L}\\p{N}_.-][\\p{L}\\p{N}_. -]{${min - 2},${max - 2}}[\\p{L}\\p{N}_.-]$`;

const regExp = new RegExp(usernamePattern, 'u');

export const isUsername = (text: string) => regExp.test(text);

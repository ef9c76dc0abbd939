import { invisibleCharacters } from './invisible.ts';
import { limits } from './limits.ts';

const character = `[^\\s@:<>"${invisibleCharacters}]`;

export const emailPattern = `^${character}+@${character}+\\.${character}+$`;

const regExp = new RegExp(emailPattern, 'u');

export const isEmail = (text: string) => text.length <= limits.email && regExp.test(text);

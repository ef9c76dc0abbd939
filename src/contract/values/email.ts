import { limits } from './limits.ts';

const character = '[^\\s@:<>"\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]';

export const emailPattern = `^${character}+@${character}+\\.${character}+$`;

const regExp = new RegExp(emailPattern, 'u');

export const isEmail = (text: string) => text.length <= limits.email && regExp.test(text);

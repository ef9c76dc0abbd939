import { limits } from './limits.ts';

export const emailPattern = '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$';

const regExp = new RegExp(emailPattern);

export const isEmail = (text: string) => text.length <= limits.email && regExp.test(text);

import { numberText } from './number.ts';

/** '1 view', '1,000 views'; `text` replaces the plain number, for example with '1.5K'. */
export const plural = (count: number, one: string, many = `${one}s`, text = numberText(count)) =>
  `${text} ${count === 1 ? one : many}`;

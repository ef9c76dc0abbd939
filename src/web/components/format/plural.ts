/** '1 view', '2 views'; `text` replaces the plain number, for example with '1.5K'. */
export const plural = (count: number, one: string, many = `${one}s`, text = String(count)) =>
  `${text} ${count === 1 ? one : many}`;

/** '1 view', '2 views'; `text` is the count as it is shown, where that is not the plain number. */
export const plural = (count: number, one: string, many = `${one}s`, text = String(count)) =>
  `${text} ${count === 1 ? one : many}`;

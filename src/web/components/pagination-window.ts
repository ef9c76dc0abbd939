/** First page, last page and the current one with its neighbours; a gap between them is `null`. */
export const paginationWindow = (page: number, totalPages: number) => {
  const shown = [1, page - 1, page, page + 1, totalPages]
    .filter((number) => number >= 1 && number <= totalPages)
    .toSorted((a, b) => a - b);
  const window: (number | null)[] = [];
  let previous = 0;
  for (const number of new Set(shown)) {
    if (number > previous + 1) window.push(null);
    window.push(number);
    previous = number;
  }
  return window;
};

/** First page, last page and the current one with its neighbours; `null` stands for a gap. */
export const paginationWindow = (page: number, totalPages: number, siblings = 1) => {
  const neighbours = Array.from({ length: 2 * siblings + 1 }, (_, index) => page - siblings + index);
  const shown = [1, ...neighbours, totalPages]
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

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

/**
 * Pages at distances that double (2, 4, 8, …) before and after this one, beside those that pagination shows anyway. So any
 * page of a long list is a few clicks away: crawlers give up on what is hundreds of clicks deep.
 */
export const pageJumps = (page: number, totalPages: number): number[] => {
  const shown = new Set(paginationWindow(page, totalPages));
  const jumps: number[] = [];
  for (let distance = 2; distance < totalPages; distance *= 2) jumps.push(page - distance, page + distance);
  return jumps.filter((target) => target > 1 && target < totalPages && !shown.has(target)).sort((a, b) => a - b);
};

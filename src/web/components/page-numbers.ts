/** The first and last page, and the current one with its neighbours. Gaps are `null`. */
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
 * Pages at doubling distances (2, 4, 8, …) from this one, except those that pagination shows anyway. They make every
 * page of a long list reachable in a few clicks: crawlers don't follow hundreds of links in a row (decision 028).
 */
export const pageJumps = (page: number, totalPages: number): number[] => {
  const shown = new Set(paginationWindow(page, totalPages));
  const jumps: number[] = [];
  for (let distance = 2; distance < totalPages; distance *= 2) jumps.push(page - distance, page + distance);
  return jumps.filter((target) => target > 1 && target < totalPages && !shown.has(target)).sort((a, b) => a - b);
};

import { paginationWindow } from '../../components/pagination-window.ts';

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

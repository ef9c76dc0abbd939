/** One page of a list that is in memory. */
export const pageOf = <T>(all: readonly T[], { page, limit }: { page: number; limit: number }): T[] =>
  all.slice((page - 1) * limit, page * limit);

export const paginationOf = (total: number, { page, limit }: { page: number; limit: number }) => ({
  currentPage: page,
  totalPages: Math.ceil(total / limit),
  totalCount: total,
});

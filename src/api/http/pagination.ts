export const paginationOf = (total: number, { page, limit }: { page: number; limit: number }) => ({
  currentPage: page,
  totalPages: Math.ceil(total / limit),
  totalCount: total,
});

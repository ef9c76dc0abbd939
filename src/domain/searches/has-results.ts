import type { CatalogueIndex } from '#domain/search/catalogue-index.ts';

export const hasResults = (index: Pick<CatalogueIndex, 'page'>, search: string): boolean =>
  index.page({ search, order: 'newest', page: 1, limit: 1 }).total > 0;

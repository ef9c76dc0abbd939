/** A longer search is cut where a page repeats it; the search box has all of it. */
export const maxShownSearch = 80;

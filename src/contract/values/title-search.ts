/** What comes after it is not searched for. */
export const maxSearchLength = 2_000;

const prefix = 'title:';

/** Searches in titles only start with a prefix, in any case. */
export const isTitleSearch = (search: string) => search.slice(0, prefix.length).toLowerCase() === prefix;

export const titleSearch = (text: string) => prefix + text;

export const withoutTitlePrefix = (search: string) => (isTitleSearch(search) ? search.slice(prefix.length) : search);

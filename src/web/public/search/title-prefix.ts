/** The text of a search without the mark that it is for titles alone. */
export const withoutPrefix = (search: string) => search.replace(/^title:/, '');

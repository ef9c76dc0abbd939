/** The search text without the 'title:' prefix of a title search. */
export const withoutPrefix = (search: string) => search.replace(/^title:/, '');

/** What a list of names was narrowed by, besides its page. */
const kept = { search: 'fromSearch', letter: 'fromLetter', sort: 'fromSort', tab: 'fromTab' };

/** The query of a screen that was opened from a list, with what its way back needs. */
export const originQuery = (page: number, list: URLSearchParams): string => {
  const query = new URLSearchParams({ fromPage: String(page) });
  for (const [name, from] of Object.entries(kept)) {
    const value = list.get(name);
    if (value) query.set(from, value);
  }
  return String(query);
};

/** The way back to the list. */
export const originUrl = (listUrl: string, parameters: URLSearchParams): string => {
  const list = new URLSearchParams();
  const page = parameters.get('fromPage');
  if (page) list.set('page', page);
  for (const [name, from] of Object.entries(kept)) {
    const value = parameters.get(from);
    if (value) list.set(name, value);
  }
  return list.size > 0 ? `${listUrl}?${list}` : listUrl;
};

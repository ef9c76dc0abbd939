/** All ids of a list, with whatever else its last page says. */
export const allPages = <T extends { ids: number[] }>(fetchPage: (page: number) => T) => {
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const answer = fetchPage(page);
    ids.push(...answer.ids);
    if (answer.ids.length === 0) return { ...answer, ids };
  }
};

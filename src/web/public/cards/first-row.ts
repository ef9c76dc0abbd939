/** The cards of the widest first row. */
const firstRow = 4;

/** What a thumbnail at this place of a list needs to be there early. All are as large; the first one goes ahead. */
export const inViewAt = (place: number) => (place === 0 ? 'largest' : place < firstRow);

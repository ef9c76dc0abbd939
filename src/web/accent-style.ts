/** The one inline style of a page: the colour that the settings choose. */
export const accentStyle = (accent: string) => `:root{--brand:${accent}}`;

/** A logo is given as a whole address, as a path of the site, or relative to the API. */
export const logoUrl = (logo: string) => {
  if (logo === '' || logo.startsWith('/') || URL.canParse(logo)) return logo;
  return `/api/${logo}`;
};

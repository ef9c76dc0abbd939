/** Logos are stored as a full URL, as a path on this site, or relative to the API. */
export const logoUrl = (logo: string) => {
  if (logo === '' || logo.startsWith('/') || URL.canParse(logo)) return logo;
  return `/api/${logo}`;
};

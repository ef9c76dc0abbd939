/** The host of a link as visitors read it. */
export const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname : 'its site');

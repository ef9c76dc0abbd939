/** The pages about the site itself, which the footer links to. Their texts are settings. */
export const infoPages = {
  removal: { path: '/content-removal', title: 'Content removal' },
  privacy: { path: '/privacy', title: 'Privacy' },
  terms: { path: '/terms', title: 'Terms' },
  contact: { path: '/contact', title: 'Contact' },
  report: { path: '/report', title: 'Report' },
} as const;

export type InfoPage = keyof typeof infoPages;

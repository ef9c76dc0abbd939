/** The pages about the site itself, which the footer links to. Their texts are settings, in Markdown. */
export const infoPages = {
  removal: { path: '/content-removal', title: 'Content removal' },
  report: { path: '/report', title: 'Report' },
  copyright: { path: '/copyright', title: 'Copyright' },
  privacy: { path: '/privacy', title: 'Privacy' },
  terms: { path: '/terms', title: 'Terms' },
  records: { path: '/records-statement', title: 'Records statement' },
  contact: { path: '/contact', title: 'Contact' },
} as const;

export type InfoPage = keyof typeof infoPages;

export const infoPageNames = Object.keys(infoPages) as InfoPage[];

/** "Restricted to Adults": the label that parental-control software looks for (rtalabel.org). */
export const rtaLabel = 'RTA-5042-1996-1400-1577-RTA';

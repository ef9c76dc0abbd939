/** The defaults of the settings that public pages show. */
export const defaultPublicSettings = {
  siteName: 'Marquee',
  homeTitle: 'Adult videos by tag, model and category',
  heading: 'Find something tonight',
  description: 'A directory of videos for adults: browse by tag, performer, category and popularity.',
  footerText: 'For adults only. This site hosts no video; it links to other sites.',
  accent: '#ffb52e',
  sponsoredLink: { label: 'Your partner here', url: 'https://example.com/partner' },
  banners: [101, 102, 103].map((n) => ({ image: `/art/${n}.svg`, url: 'https://example.com/live' })),
  leaveUrl: 'https://example.com/',
  contactEmail: '',
  publishTransparency: false,
  playInPlace: false,
  imageProxy: true,
  freeDays: 5,
  lifetimePrice: '$5',
  securityContact: '',
  securityPolicyUrl: '',
  featuredPerformers: [
    'isla-torven',
    'mara-quillane',
    'juno-valdane',
    'tess-ardwyn',
    'noor-selimar',
    'ava-brandolt',
    'lena-mossvik',
    'rhea-stormell',
    'cleo-farrowen',
    'iris-calverne',
    'vera-lindqual',
  ],
};

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

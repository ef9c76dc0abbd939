import { type Static, Type } from 'typebox';
import { defineRoutes } from './route.ts';

const Text = (maxLength: number, defaultValue: string) => Type.String({ maxLength, default: defaultValue });
const Address = (defaultValue: string) =>
  Type.String({
    maxLength: 2000,
    pattern: '^(https?://|/(?!/))',
    default: defaultValue,
    description: 'http(s) or a local path',
  });

const Banner = Type.Object({ image: Address('/art/1.svg'), url: Address('https://example.com/') });

/** What an operator may change about the public site without touching code. */
export const SiteSettings = Type.Object({
  siteName: Type.String({ minLength: 1, maxLength: 60, default: 'Marquee' }),
  heading: Text(120, 'Find something tonight'),
  description: Text(300, 'A directory of videos for adults: browse by tag, performer, category and popularity.'),
  footerText: Text(500, 'For adults only. This site hosts no video; it links to other sites.'),
  accent: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', default: '#ffb52e', description: 'Only its hue is used' }),
  sponsoredLink: Type.Object({
    label: Text(60, 'Your partner here'),
    url: Address('https://example.com/partner'),
  }),
  banners: Type.Array(Banner, {
    maxItems: 20,
    default: [101, 102, 103].map((n) => ({ image: `/art/${n}.svg`, url: 'https://example.com/live' })),
  }),
  leaveUrl: Address('https://example.com/'),
  featuredPerformers: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 11,
    description: 'Slugs; always in the footer',
    default: (
      'isla-torven mara-quillane juno-valdane tess-ardwyn noor-selimar ava-brandolt ' +
      'lena-mossvik rhea-stormell cleo-farrowen iris-calverne vera-lindqual'
    ).split(' '),
  }),
});
export type SiteSettings = Static<typeof SiteSettings>;

export const settingsRoutes = defineRoutes({
  getSettings: {
    method: 'GET',
    path: '/settings',
    access: 'anyone',
    area: 'settings',
    summary: 'Name, texts, colour and partners of the public site',
    response: SiteSettings,
  },
  saveSettings: {
    method: 'PUT',
    path: '/settings',
    access: 'main_admin',
    area: 'settings',
    summary: 'Replaces the settings of the public site; what is left out returns to its default',
    body: Type.Object(SiteSettings.properties, { additionalProperties: false }),
    response: Type.Object({ success: Type.Literal(true), settings: SiteSettings }),
  },
});

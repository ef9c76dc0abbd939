import { type Static, Type } from 'typebox';
import { Email, OptionalText, RequiredText, WebUrl } from './fields.ts';
import { ProxiedPicture } from './pictures.ts';
import { Done } from './responses.ts';
import { defineRoutes } from './route.ts';
import { limits } from './values/limits.ts';
import { uploadedImageMegabytes } from './values/sentences.ts';

export const Website = Type.Object({
  webName: Type.String(),
  webLink: Type.String(),
  webLogo: Type.String({ description: 'Path relative to the API host, or an absolute URL' }),
  webPicture: Type.Optional(ProxiedPicture),
  webDesc: Type.String(),
  active: Type.Boolean(),
});
export type Website = Static<typeof Website>;

/** The text fields of a submitted website. */
export const WebsiteTexts = Type.Object({
  name: RequiredText('name', limits.partner.name),
  link: WebUrl('link'),
  email: Email,
  description: Type.Optional(OptionalText('description', limits.partner.description)),
});
export type WebsiteTexts = Static<typeof WebsiteTexts>;

export const partnerRoutes = defineRoutes({
  findWebsites: {
    method: 'GET',
    path: '/find-website',
    access: 'anyone',
    area: 'partners',
    summary: 'Lists the active partner websites',
    response: Type.Array(Website),
  },
  addWebsite: {
    method: 'POST',
    path: '/add-website',
    access: 'anyone',
    area: 'partners',
    summary: 'Submits a website for promotion',
    form: Type.Object({
      ...WebsiteTexts.properties,
      logo: Type.String({
        format: 'binary',
        description: `An image of at most ${uploadedImageMegabytes} MB, up to ${limits.uploadedImage.side} pixels wide and high`,
      }),
    }),
    response: Done,
  },
});

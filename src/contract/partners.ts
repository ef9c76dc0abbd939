import { type Static, Type } from 'typebox';
import { Done } from './common.ts';
import { EmailAddress, OptionalText, RequiredText, WebAddress } from './fields.ts';
import { defineRoutes } from './route.ts';

export const Website = Type.Object({
  webName: Type.String(),
  webLink: Type.String(),
  webLogo: Type.String({ description: 'Path relative to the API host, or an absolute address' }),
  webDesc: Type.String(),
  active: Type.Boolean(),
});
export type Website = Static<typeof Website>;

export const partnerRoutes = defineRoutes({
  findWebsites: {
    method: 'GET',
    path: '/find-website',
    access: 'anyone',
    area: 'partners',
    summary: 'The active partner websites',
    response: Type.Array(Website),
  },
  addWebsite: {
    method: 'POST',
    path: '/add-website',
    access: 'anyone',
    area: 'partners',
    summary: 'Submits a website for promotion',
    form: Type.Object({
      name: RequiredText(200),
      link: WebAddress,
      email: EmailAddress,
      description: Type.Optional(OptionalText(2000)),
      logo: Type.String({ format: 'binary', description: 'An image of at most 2 MB and 4096 pixels a side' }),
    }),
    response: Done,
  },
});

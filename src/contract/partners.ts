import { type Static, Type } from 'typebox';
import { Done } from './common.ts';
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
    summary: 'Submits a website for promotion: a form with name, link, email, description and the file logo',
    multipart: true,
    response: Done,
  },
});

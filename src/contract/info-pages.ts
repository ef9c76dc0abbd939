import { Type } from 'typebox';
import { OptionalText } from './fields.ts';
import { OperatorSettings } from './operator-settings.ts';
import { Success } from './responses.ts';
import { defineRoutes } from './route.ts';
import { infoPageNames } from './values/info-pages.ts';
import { limits } from './values/limits.ts';

const area = 'info pages';
const closed = { additionalProperties: false };
/** Perhaps not an email yet. */
const TypedEmail = OptionalText('email', limits.email);
const Html = Type.String({ description: 'Safe HTML: headings from the second level on, no images, no scripts' });

export const infoPageRoutes = defineRoutes({
  getInfoPage: {
    method: 'GET',
    path: '/info-pages/:page',
    access: 'anyone',
    area,
    summary: 'Returns a page about the site itself, such as its terms, as HTML',
    params: Type.Object({ page: Type.Enum(infoPageNames) }),
    response: Success({
      html: Html,
      summary: Type.String({ description: 'What its first paragraph says' }),
      contact: Type.String({ description: 'An email or a URL, if there is one' }),
    }),
  },
  previewInfoPage: {
    method: 'POST',
    path: '/info-pages/preview',
    access: 'main_admin',
    area,
    summary: 'Returns what visitors would see of a text, and stores nothing',
    body: Type.Object(
      {
        text: OptionalText('text', limits.settings.pageText),
        operator: Type.Object({ ...OperatorSettings.properties, copyrightAgentEmail: TypedEmail }, closed),
        contactEmail: TypedEmail,
      },
      closed,
    ),
    response: Success({ html: Html }),
  },
});

import { Type } from 'typebox';
import { RequiredText } from './fields.ts';
import { Done } from './responses.ts';
import { defineRoutes } from './route.ts';
import { clickKinds, clicksPath } from './values/clicks.ts';

/** Links of partners are shorter; a longer one is not counted. */
const maxTargetLength = 500;

export const clickRoutes = defineRoutes({
  countClick: {
    method: 'POST',
    path: clicksPath,
    access: 'anyone',
    area: 'videos',
    summary:
      'Counts that a visitor leaves by a link: of a video, by its id, or of a partner, by its URL. Programs, and the same click within minutes, get the same answer but are not counted.',
    body: Type.Object(
      {
        kind: Type.Enum(clickKinds, { label: 'kind' }),
        target: RequiredText('target', maxTargetLength),
        openMs: Type.Integer({
          minimum: 0,
          maximum: 2 ** 40,
          label: 'time',
          description: 'How long the page has been open, in milliseconds',
        }),
      },
      { additionalProperties: false },
    ),
    response: Done,
  },
});

import type { FastifyInstance } from 'fastify';
import { ageAnswerPath } from '#contract/values/age-door.ts';
import type { AgeAccess } from './age-access.ts';
import { openToEveryone } from './open-to-everyone.ts';

/** Stronger than what hides the site until the question is answered: see page-style.ts. */
const answered = '#age-gate#age-gate{display:none!important}#site#site#site{display:block!important}';

/**
 * A style sheet that only browsers without JavaScript load. Pages are the same for everyone and cannot say whose age was checked;
 * this can.
 */
export const registerAgeAnswer = (app: FastifyInstance, { isAssured }: Pick<AgeAccess, 'isAssured'>) => {
  app.get(ageAnswerPath, openToEveryone, async (request, reply) =>
    reply
      .header('cache-control', 'private, no-store')
      .type('text/css; charset=utf-8')
      .send(isAssured(request.raw) ? answered : ''),
  );
};

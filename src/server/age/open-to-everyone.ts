import type { FastifyInstance } from 'fastify';

/** For the options of a route. */
export const openToEveryone = { config: { isOpenToEveryone: true } };

/** Opens all routes that are registered with this instance from now on. */
export const openAllToEveryone = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isOpenToEveryone: true };
  });
};

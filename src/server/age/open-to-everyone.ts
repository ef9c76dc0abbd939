import type { FastifyInstance } from 'fastify';

/** Route options that exempt a route from the age check. */
export const openToEveryone = { config: { isOpenToEveryone: true } };

/** Opens all routes that are registered with this instance from now on. */
export const openAllToEveryone = (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, isOpenToEveryone: true };
  });
};

import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { sessionCookieName } from '#api/http/cookies.ts';
import { openAllToEveryone } from './age/open-to-everyone.ts';
import type { Config } from './config.ts';

/** The prefix of the app that the documentation is registered with. */
const apiPrefix = '/api';

/** Stricter than the plugin's default, which allows frames, a base URL of the same site and styles from anywhere. */
const staticCSP = {
  'default-src': "'self'",
  'img-src': ["'self'", 'data:'],
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  'object-src': "'none'",
};

/** The API's documentation, generated from its schemas. */
export const registerDocumentation = async (app: FastifyInstance, { siteName, siteUrl }: Config) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${siteName} API`,
        version: '1',
        description: 'All calls of the public site and the back-office.',
      },
      servers: [{ url: apiPrefix }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: sessionCookieName(siteUrl) },
          token: { type: 'http', scheme: 'bearer', description: 'An API token, made under My account' },
        },
      },
    },
    stripBasePath: true,
  });
  // The page at /api/docs links its scripts by absolute paths, and the plugin doesn't know the app's prefix.
  await app.register(async (scope) => {
    openAllToEveryone(scope);
    await scope.register(swaggerUi, { routePrefix: '/docs', indexPrefix: apiPrefix, staticCSP });
  });
};

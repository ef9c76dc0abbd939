import type { FastifyInstance } from 'fastify';
import { ValidationError } from '#domain/errors.ts';
import { isDeeperThan } from './json-depth.ts';

/** No call takes more than an object with lists of objects. */
const maxDepth = 10;

/**
 * Ignores bodies, whatever their type: many clients send `{}` with every POST. Node discards the bytes after the response
 * without parsing them.
 */
export const ignoreBodies = (app: FastifyInstance) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
};

/** Parses JSON and refuses other types. Many clients send a content type even without a body. */
export const parseJsonBodies = (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else if (isDeeperThan(maxDepth, body as string)) done(new ValidationError('The body is nested too deeply.'));
    else parse(request, body as string, done);
  });
};

import type { Socket } from 'node:net';
import type { ErrorObject } from 'ajv';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { ProblemCode } from '#contract/values/accounts.ts';
import { DatabaseUnavailableError, isUnstorableText } from '#db/errors.ts';
import {
  AgeAssuranceRequiredError,
  ConflictError,
  CountryClosedError,
  DomainError,
  ForbiddenError,
  FreshProofRequiredError,
  GoneError,
  NotFoundError,
  SecondFactorRequiredError,
  TooManyRequestsError,
  UnauthenticatedError,
  ValidationError,
} from '#domain/errors.ts';
import { sentencesOf } from './validation.ts';

/** Whether the browser will show the response as a page, because a form was sent without JavaScript. */
export const isFormNavigation = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['sec-fetch-mode'] === 'navigate';

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

interface Problem {
  success: false;
  message: string;
  fields?: Record<string, string>;
}

/** The errors of such a form. Browsers restore what was typed when the visitor goes back. */
const problemPage = ({ message, fields = {} }: Problem) => {
  const sentences = [...new Set([...Object.values(fields), message])].map((text) => `<li>${escapeHtml(text)}</li>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Not sent</title>
<h1>This was not sent</h1>
<ul>${sentences.join('')}</ul>
<p>Go back with your browser: what you typed is still there.</p>
</html>`;
};

/** Awaits `work`. If it fails with a conflict, maps the current entity to its wire record. */
export const withCurrentRecord = async <Entity, Result>(
  toRecord: (entity: Entity) => unknown,
  work: Promise<Result>,
): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ConflictError) || error.current === undefined) throw error;
    throw new ConflictError(error.message, toRecord(error.current as Entity));
  }
};

const statusOf = (error: DomainError) => {
  if (error instanceof ValidationError) return 400;
  if (error instanceof UnauthenticatedError) return 401;
  if (error instanceof ForbiddenError) return 403;
  if (error instanceof NotFoundError) return 404;
  if (error instanceof GoneError) return 410;
  if (error instanceof ConflictError) return 409;
  if (error instanceof TooManyRequestsError) return 429;
  if (error instanceof CountryClosedError) return 451;
  return 400;
};

const codeOf = (error: DomainError): ProblemCode | undefined => {
  if (error instanceof FreshProofRequiredError) return 'fresh_proof_required';
  if (error instanceof SecondFactorRequiredError) return 'second_factor_required';
  if (error instanceof AgeAssuranceRequiredError) return 'age_assurance_required';
  if (error instanceof CountryClosedError) return 'country_closed';
  return undefined;
};

const problem = (message: string, more: object = {}): Problem => ({ success: false, message, ...more });

/** The input does not match its schema. */
export class InvalidInputError extends Error {
  override readonly name = 'InvalidInputError';
  readonly validation: FastifySchemaValidationError[];
  readonly validationContext: string;

  constructor(errors: ErrorObject[], part: string) {
    super('The input is not valid');
    this.validation = errors as unknown as FastifySchemaValidationError[];
    this.validationContext = part;
  }
}

/** Friendlier messages for Fastify's errors. */
const fastifyMessages: Record<string, string> = {
  FST_ERR_BAD_URL: 'This URL is not valid.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type of the body is not supported.',
};

const messageOf = ({ code, message }: Failure) => fastifyMessages[code ?? ''] ?? message;

type Failure = Error & {
  code?: string | undefined;
  statusCode?: number | undefined;
  validation?: FastifySchemaValidationError[] | undefined;
  validationContext?: string | undefined;
};

const invalidInput = (validation: FastifySchemaValidationError[], context: string | undefined) => {
  const isBody = context === 'body' || context === undefined;
  const fields = sentencesOf(validation as unknown as ErrorObject[], isBody ? 'body' : 'url');
  const [message = 'The input is not valid.'] = Object.values(fields);
  const { '': whole, ...named } = fields;
  return problem(message, isBody && Object.keys(named).length > 0 ? { fields: named } : {});
};

/** Maps every error to its response. Internal errors are not described. */
export const errorResponse = (error: Failure): { status: number; body: Problem } => {
  if (error instanceof DomainError) {
    const fields = error instanceof ValidationError && error.fields ? { fields: error.fields } : {};
    const current = error instanceof ConflictError && error.current !== undefined ? { current: error.current } : {};
    const code = codeOf(error);
    return {
      status: statusOf(error),
      body: problem(error.message, { ...fields, ...(code ? { code } : {}), ...current }),
    };
  }
  if (error.validation) return { status: 400, body: invalidInput(error.validation, error.validationContext) };
  // Fields refuse such text themselves; filters and searches leave it to the query.
  if (isUnstorableText(error)) return { status: 400, body: problem('Text must not contain NUL characters.') };
  if (error instanceof DatabaseUnavailableError) return { status: 503, body: problem('The database does not answer.') };
  const status = error.statusCode ?? 500;
  if (status < 500) return { status, body: problem(messageOf(error)) };
  const message = status === 503 ? 'The site is too busy. Please try again.' : 'Something went wrong on our side.';
  return { status, body: problem(message) };
};

/** Logs internal errors under the request id, which the response contains. */
export const handleErrors = (app: FastifyInstance) => {
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    const { status, body } = errorResponse(error);
    if (error instanceof TooManyRequestsError) reply.header('retry-after', error.retryAfterSeconds);
    // A 401 must have this header (RFC 9110). Browsers show no dialog for the scheme Bearer.
    if (error instanceof UnauthenticatedError) reply.header('www-authenticate', 'Bearer realm="API"');
    if (isFormNavigation(request)) reply.type('text/html; charset=utf-8').serializer(() => problemPage(body));
    if (status < 500) return reply.code(status).send(body);
    request.log.error({ err: error }, 'request failed');
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .send({ ...body, requestId: request.id });
  });
};

/** For paths below /api that no route matches. */
export const handleUnknownCalls = (app: FastifyInstance) => {
  app.all('/*', { schema: { hide: true } }, (request, reply) =>
    reply.code(404).send(problem(`There is no call ${request.method} ${request.url.split('?')[0]}.`)),
  );
};

/** For unknown files, and unknown methods of pages. The rate limit is passed in, because no route applies it. */
export const handleUnknownPaths = (app: FastifyInstance, limit?: preHandlerAsyncHookHandler) => {
  app.setNotFoundHandler(limit ? { preHandler: limit } : {}, (request, reply) =>
    reply.code(404).send(problem(`There is nothing at ${request.method} ${request.url.split('?')[0]}.`)),
  );
};

/** For calls whose URL cannot be decoded. */
export const handleUnreadableUrl = (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
  reply.code(error.statusCode ?? 400).send(problem(messageOf(error)));
};

const brokenRequests: Record<string, [status: string, message: string]> = {
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL or the headers are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
};

/** Closing immediately could discard the response before the client has read it. */
const graceMs = 1000;

/** For requests that Node's HTTP parser refuses, for which Fastify has no request object. */
export const handleBrokenRequest = (error: NodeJS.ErrnoException, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = brokenRequests[error.code ?? ''] ?? ['400 Bad Request', 'This is not an HTTP request.'];
  const body = JSON.stringify(problem(message));
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  // end() closes one direction only. A client that keeps sending, for example a byte per second, would stay connected.
  setTimeout(() => socket.destroy(), graceMs).unref();
};

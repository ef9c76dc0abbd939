import type { FastifyInstance } from 'fastify';
import { ValidationError } from '#domain/errors.ts';
import { openToEveryone } from './age/open-to-everyone.ts';
import { policyReportsPath } from './pages/page-build.ts';

/** Sent by the Reporting API, and by browsers that support only `report-uri`. */
const contentTypes = ['application/reports+json', 'application/csp-report'];
const maxBytes = 16 * 1024;
const maxFieldLength = 200;
/** Anyone can post reports, so their number in the log is bounded. */
const maxLoggedPerMinute = 20;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Removes control characters, and the query of a URL, which may contain what a visitor searched for. */
const clean = (value: unknown) => {
  if (typeof value !== 'string' || value === '') return undefined;
  return (
    value
      .replace(/[?#].*/s, '')
      // The token in a status page's URL is all that is needed to read it.
      .replace(/(\/report\/status\/).*/s, '$1…')
      .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
      .slice(0, maxFieldLength)
  );
};

const entryOf = (report: Fields) => {
  const line = report.lineNumber ?? report['line-number'];
  return {
    page: clean(report.documentURL ?? report['document-uri']),
    directive: clean(report.effectiveDirective ?? report['effective-directive'] ?? report['violated-directive']),
    blocked: clean(report.blockedURL ?? report['blocked-uri']),
    source: clean(report.sourceFile ?? report['source-file']),
    line: typeof line === 'number' ? line : undefined,
  };
};

/** The violations in a body of either type. */
const violationsIn = (body: unknown): Fields[] => {
  if (Array.isArray(body))
    return body
      .filter((report) => isObject(report) && report.type === 'csp-violation')
      .map(({ body }) => body)
      .filter(isObject);
  const report = isObject(body) ? body['csp-report'] : undefined;
  return isObject(report) ? [report] : [];
};

/** Logs what the policy blocked in visitors' browsers: an injected script, or one of ours without a hash. */
export const registerPolicyReports = async (app: FastifyInstance) => {
  let minute = 0;
  let logged = 0;
  let dropped = 0;
  const log = (violation: Fields) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute) {
      if (dropped > 0) app.log.warn({ dropped }, 'further policy violations were not logged');
      [minute, logged, dropped] = [now, 0, 0];
    }
    if (logged < maxLoggedPerMinute) app.log.warn(entryOf(violation), 'the content security policy was violated');
    else dropped += 1;
    logged += 1;
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(contentTypes, { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ValidationError('The body is not valid JSON.'));
    }
  });
  app.post(policyReportsPath, openToEveryone, (request, reply) => {
    for (const violation of violationsIn(request.body)) log(violation);
    return reply.code(204).send();
  });
};

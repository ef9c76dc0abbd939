import { type Static, type TObjectOptions, type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { problemCodes, type Section, type TokenScope } from '../values/accounts.ts';
import {
  invalidEmail,
  invalidText,
  invalidUrlOrPath,
  invalidWebUrl,
  invisibleCharacter,
  limits,
} from '../values/fields.ts';
import { maxPage, videosPerPage } from '../values/lists.ts';
import { emailPattern, nonBlankTextPattern, plainTextPattern } from '../values/text.ts';
import { pictureWidths } from '../values/urls.ts';

/** Who may make a call. */
export type Access = 'anyone' | Section;

/** How often one visitor or admin may make a call, on all nodes together. */
export interface RateLimit {
  readonly max: number;
  readonly timeWindow: string;
}

/** Cache tags that do not depend on what was requested. */
export type FixedCacheTag =
  | 'settings'
  | 'partners'
  | 'list all'
  | 'any tag'
  | 'any performer'
  | 'any search'
  | 'search redirects';

/**
 * The cache tags of pages that show a response: always the same ones, or `by response`, as a function of
 * server/page-cache/cache-tags.ts says. `not cached` is for calls that only browsers make, or pages that are never cached.
 */
export type CacheTags = readonly FixedCacheTag[] | 'by response' | 'not cached';

/** One call of the API: its input, who may make it, and its response. Paths are relative to `/api`. */
export type Route = AdminRoute | VisitorRead | VisitorWrite;

interface AdminRoute extends AnyRoute {
  readonly access: Section;
}

interface VisitorRead extends AnyRoute {
  readonly access: 'anyone';
  readonly method: 'GET';
  readonly cacheTags: CacheTags;
}

interface VisitorWrite extends AnyRoute {
  readonly access: 'anyone';
  readonly method: Exclude<AnyRoute['method'], 'GET'>;
  readonly cacheTags: CacheTags;
  readonly rateLimit: RateLimit | 'general';
}

interface AnyRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly access: Access;
  /** Besides the general limit of all requests. Calls that anyone may make to change something have to decide. */
  readonly rateLimit?: RateLimit | 'general';
  readonly area: string;
  /** Allowed before an age check and from closed countries, because the response has nothing of the catalogue. */
  readonly isOpenToEveryone?: true;
  /** Allowed while the admin still has to replace a password that someone else chose. */
  readonly beforePasswordChange?: true;
  /** Allowed while the admin still has to add a second factor that the settings require. */
  readonly beforeSecondFactor?: true;
  /**
   * Requires a recent proof of identity (step-up authentication), because a session may have been hijacked.
   * 'by input': the domain requires it for some input only.
   */
  readonly freshProof?: 'always' | 'by input';
  /** Whether the call itself proves who is calling, and so needs less of the session's token. */
  readonly givesProof?: true;
  /** Scopes with which API tokens may make the call; without any, no token may. Never used with `freshProof`. */
  readonly tokenScopes?: readonly TokenScope[];
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** A multipart form instead of a JSON body. The handler reads and validates its parts. */
  readonly form?: TSchema;
  readonly response: TSchema;
}

type Part<Name extends string, S> = S extends TSchema ? Record<Name, Static<S>> : unknown;

export type Input<R extends Route> = Part<'params', R['params']> &
  Part<'query', R['query']> &
  Part<'body', R['body']> &
  (R['form'] extends TSchema ? { form: FormData } : unknown);

export type Output<R extends Route> = Static<R['response']>;

export const defineRoutes = <const T extends Record<string, Route>>(routes: T): T => routes;

/** Refuses properties that it does not name, as request bodies do. */
export const StrictObject = <Fields extends TProperties>(fields: Fields, options: TObjectOptions = {}) =>
  Type.Object(fields, { ...options, additionalProperties: false });

export const Nullable = <S extends TSchema>(schema: S, options: TSchemaOptions = {}) =>
  Type.Union([schema, Type.Null()], options);

/** The response to every call that failed. */
export const Problem = Type.Object({
  success: Type.Literal(false),
  message: Type.String(),
  fields: Type.Optional(Type.Record(Type.String(), Type.String())),
  code: Type.Optional(Type.Enum(problemCodes)),
  requestId: Type.Optional(Type.String()),
  current: Type.Optional(
    Type.Unknown({ description: 'The current record, if the edit started from an older version' }),
  ),
});

/** The response to a call that succeeded. */
export const Success = <Fields extends TProperties>(fields: Fields) =>
  Type.Object({ success: Type.Literal(true), ...fields });

export const Done = Success({});

export const Pagination = Type.Object({
  currentPage: Type.Integer(),
  totalPages: Type.Integer(),
  totalCount: Type.Integer(),
});

export const Id = Type.String({ description: 'Decimal id' });
export const Time = Type.String({ description: 'ISO 8601' });
export const OptionalTime = Nullable(Time);
export const Version = Type.Integer({ description: 'Increases with every change' });

export const DecimalId = (name: string, description = 'Decimal id') =>
  Type.String({ pattern: '^[0-9]{1,18}$', description, invalid: `${name} must be a decimal number.` });

/** A cursor for keyset pagination: the id of the last entry. Empty for the first page. */
export const OptionalDecimalId = (name: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{0,18}$', invalid: `${name} must be a decimal number.` }));

export const Letter = Type.String({
  pattern: '^([A-Za-z]|ALL|All|all|)$',
  default: '',
  invalid: 'letter must be a letter from A to Z, or all.',
});

/** A letter of any script. */
export const AnyLetter = Type.String({
  pattern: '^[\\p{L}\\p{N}]?$',
  default: '',
  invalid: 'letter must be a single letter or digit.',
});

export const IdParams = Type.Object({ id: DecimalId('id') });

export const Page = Type.Integer({ minimum: 1, maximum: maxPage, default: 1 });

/** The maximum is for admins. Handlers enforce a lower one for visitors (api/narrowed-list.ts). */
export const VideoLimit = Type.Integer({ minimum: 1, maximum: 5000, default: videosPerPage });
export const PostLimit = Type.Integer({ minimum: 1, maximum: 100, default: videosPerPage });
export const NameLimit = (defaultValue: number) => Type.Integer({ minimum: 1, maximum: 1000, default: defaultValue });

/** For admins. Visitors only get names in use. */
export const NameUse = (byDefault: 'all' | 'used') =>
  Type.Union([Type.Literal('all'), Type.Literal('used'), Type.Literal('unused')], {
    default: byDefault,
    description: 'For admins: names with videos, names without videos, or all',
  });

export const Seed = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'Calls with the same seed return the same random names',
  }),
);

/** The search truncates long text instead of refusing it. */
export const SearchText = Type.String({ maxLength: 20_000, default: '' });

// api/http/validation.ts builds the messages of 400 responses from `label`, `invalid` and `invisible`.

/** Text without control characters and lone surrogates. Line breaks and tabs are allowed. */
export const OptionalText = (label: string, maxLength: number) =>
  Type.String({
    maxLength,
    pattern: plainTextPattern,
    label,
    invalid: invalidText(label),
  });

/** Text that is not blank. */
export const RequiredText = (label: string, maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: nonBlankTextPattern,
    label,
    invalid: invalidText(label),
  });

export const WebUrl = (label = 'URL') =>
  Type.String({
    maxLength: limits.url,
    format: 'web-url',
    description: 'http or https',
    label,
    invalid: invalidWebUrl(label),
  });

export const OptionalWebUrl = (label = 'URL') =>
  Type.Union([WebUrl(label), Type.Literal('')], { label, invalid: invalidWebUrl(label) });

/** A web URL or a path on this site. */
export const UrlOrPath = (label: string) =>
  Type.String({
    maxLength: limits.url,
    format: 'web-url-or-path',
    description: 'http, https or a path on this site',
    label,
    invalid: invalidUrlOrPath(label),
  });

export const OptionalUrlOrPath = (label: string) =>
  Type.Union([UrlOrPath(label), Type.Literal('')], { label, invalid: invalidUrlOrPath(label) });

export const Email = Type.String({
  maxLength: limits.email,
  pattern: emailPattern,
  label: 'email',
  invalid: invalidEmail,
  invisible: invisibleCharacter('email'),
});

/** For optimistic locking. If the record has changed since, the response is 409 with the current record. */
export const ExpectedVersion = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    description: 'The version that the edit started from',
    label: 'version',
  }),
);

/** Sent by some clients and ignored: the session says who is calling. */
export const IgnoredAdminId = Type.Optional(Type.Unknown({ description: 'Accepted and ignored' }));

/** The body of calls that only take an expected version. It may be missing. */
export const VersionBody = Nullable(StrictObject({ version: ExpectedVersion }));

export const ProxiedPicture = Type.String({
  description:
    `Where the image proxy serves the picture, as ${pictureWidths.join(', ')} pixels wide WebP and AVIF: /640.webp and the ` +
    'like follow. Missing while the proxy is off, and for drawings of this site.',
});

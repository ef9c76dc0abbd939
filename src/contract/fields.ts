import { Type } from 'typebox';
import { emailPattern } from './values/email.ts';
import { limits } from './values/limits.ts';
import { invalidEmail, invalidText, invalidUrlOrPath, invalidWebUrl, invisibleCharacter } from './values/sentences.ts';
import { nonBlankTextPattern, plainTextPattern } from './values/text.ts';

// `label`, `invalid` and `invisible` are for people: api/http/validation.ts makes the sentence of a 400 from them.

/** Text without control characters and lone surrogates; line breaks and tabs are text. */
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

/** http and https only. */
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

/** The version that the edit started from. If it is no longer current, the response is 409 with the current record. */
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

/** The body of calls that only need an expected version; it may be missing altogether. */
export const VersionBody = Type.Union([
  Type.Object({ version: ExpectedVersion }, { additionalProperties: false }),
  Type.Null(),
]);

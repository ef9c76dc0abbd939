import { Type } from 'typebox';

const plain = '[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]';

/** Text without control characters; line breaks and tabs are text. */
export const OptionalText = (maxLength: number) => Type.String({ maxLength, pattern: `^${plain}*$` });

/** Text with something to read in it. */
export const RequiredText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^(?=[^]*\\S)${plain}*$` });

/** http and https only. */
export const WebAddress = Type.String({ maxLength: 2000, format: 'web-address', description: 'http or https' });
export const OptionalWebAddress = Type.Union([WebAddress, Type.Literal('')]);

/** Images may also lie on the site itself. */
export const ImageAddress = Type.String({
  maxLength: 2000,
  format: 'image-address',
  description: 'http, https or a path on this site',
});
export const OptionalImageAddress = Type.Union([ImageAddress, Type.Literal('')]);

export const EmailAddress = Type.String({ maxLength: 254, pattern: '^[^\\s@<>"]+@[^\\s@<>"]+\\.[^\\s@<>"]+$' });

/** The version that the caller saw; a stale one is answered with 409 and the record as it stands. */
export const ExpectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The version that the edit started from' }),
);
export const Version = Type.Integer({ description: 'Rises with every change' });

export const Id = Type.String({ description: 'Decimal id' });
export const Moment = Type.String({ description: 'ISO 8601' });
export const OptionalMoment = Type.Union([Moment, Type.Null()]);

/** Sent by the browser and ignored: the session says who asks. */
export const AskingAdmin = Type.Optional(Type.Unknown({ description: 'Accepted and ignored' }));

/** A call that names everything in its address may come with a body of nothing. */
export const VersionBody = Type.Union([
  Type.Object({ version: ExpectedVersion }, { additionalProperties: false }),
  Type.Null(),
]);

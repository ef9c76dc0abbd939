import { Type } from 'typebox';
import { maxPage, videosPerPage } from './values/paging.ts';

export const DecimalId = (name: string, description = 'Decimal id') =>
  Type.String({ pattern: '^[0-9]{1,18}$', description, invalid: `${name} must be a decimal number.` });

/** For paging by the id of the last entry; an empty one is none. */
export const OptionalDecimalId = (name: string) =>
  Type.Optional(Type.String({ pattern: '^[0-9]{0,18}$', invalid: `${name} must be a decimal number.` }));

export const Letter = Type.String({
  pattern: '^([A-Za-z]|ALL|All|all|)$',
  default: '',
  invalid: 'letter must be a letter from A to Z, or all.',
});

/** Of any script. */
export const AnyLetter = Type.String({
  pattern: '^[\\p{L}\\p{N}]?$',
  default: '',
  invalid: 'letter must be a single letter or digit.',
});

export const IdParams = Type.Object({ id: DecimalId('id') });

export const Page = Type.Integer({ minimum: 1, maximum: maxPage, default: 1 });

/** Visitors have a lower limit than admins, which handlers check (api/narrowed-list.ts). */
export const VideoLimit = Type.Integer({ minimum: 1, maximum: 5000, default: videosPerPage });
/** For lists that are read page by page. */
export const PostLimit = Type.Integer({ minimum: 1, maximum: 100, default: videosPerPage });
export const NameLimit = (defaultValue: number) => Type.Integer({ minimum: 1, maximum: 1000, default: defaultValue });

/** Which names an admin wants; visitors get those in use. */
export const NameUse = Type.Union([Type.Literal('all'), Type.Literal('used'), Type.Literal('unused')], {
  default: 'all',
  description: 'Only for admins: those that videos have, those that none has, or all',
});

/** Calls with the same seed return the same names. */
export const Seed = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: 2 ** 31 - 1,
    description: 'Names that look random, but are the same for the same seed',
  }),
);

/** The search cuts long text instead of refusing it. */
export const SearchText = Type.String({ maxLength: 20_000, default: '' });

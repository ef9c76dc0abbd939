import { type RawBuilder, sql } from 'kysely';
import {
  byName,
  type PostText,
  type PostTexts,
  postFields,
  postTexts,
  tidyText,
} from '#contract/values/post-fields.ts';
import type { Tables } from '#db/tables.ts';

type ColumnOf<Text extends PostText> = (typeof postFields)[Text]['column'];
type TextColumn = ColumnOf<PostText>;

/** The columns of `videos` with plain texts, by the names of their fields. */
export const textColumns: { [Text in PostText]: ColumnOf<Text> & keyof Tables['videos'] } = byName(
  postTexts,
  (name) => postFields[name].column,
) as { [Text in PostText]: ColumnOf<Text> };

type Selection = { [Text in PostText]: `v.${ColumnOf<Text>} as ${Text}` }[PostText];

/** The plain texts of `videos v`, for Kysely. */
export const selectedTexts = postTexts.map((name) => `v.${textColumns[name]} as ${name}`) as Selection[];

/** The plain texts of `videos v`, for SQL. */
export const textsSql: RawBuilder<unknown> = sql.raw(
  postTexts.map((name) => `v.${textColumns[name]} as "${name}"`).join(', '),
);

/** The plain texts of a value that has other properties too. */
export const textsOf = (texts: PostTexts): PostTexts => byName(postTexts, (name) => texts[name]);

/** As they are stored. */
export const tidyTexts = (texts: PostTexts): PostTexts => byName(postTexts, (name) => tidyText(name, texts[name]));

/** The columns to write. Kysely doesn't write undefined ones. */
export const columnsOfTexts = (given: { [Text in PostText]?: string | undefined }) =>
  Object.fromEntries(
    postTexts.map((name) => {
      const text = given[name];
      return [textColumns[name], text === undefined ? undefined : tidyText(name, text)];
    }),
  ) as { [Column in TextColumn]?: string | undefined };

import { formatBytes } from '#contract/values/checks.ts';
import { numeral } from '#contract/values/fields.ts';

export const rowTooLong = (maxBytes: number) => `The row is longer than ${formatBytes(maxBytes)}.`;
export const tooManyColumns = (maxColumns: number) => `The row has more than ${numeral(maxColumns)} columns.`;
export const endsInRow = 'The feed ends in the middle of this row.';
export const emptyFeed = 'The feed is empty.';

import { RowProblem } from '../../../row-problem.ts';

/** JavaScript rounds longer numbers, and ids must not be; 1e400 would be infinite. */
const longNumber = /[:,[]\s*-?(\d{16}|[\d.]+e\+?\d{3})/i;

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }) => {
  if (typeof value !== 'number') return value;
  const isExact = source !== undefined && /e/i.test(source) && Number.isFinite(value);
  return isExact ? value : source;
};
// The third parameter is not in TypeScript's library yet.
const reviver = keepDigits as (key: string, value: unknown) => unknown;

const reasonOf = (text: string): string => {
  if (/[:,[]\s*-?(NaN|Infinity|undefined)\b/.test(text)) return 'NaN, Infinity and undefined are no values in JSON';
  if (/,\s*[}\]]/.test(text)) return 'there is a comma too many before a bracket';
  if (/[{,]\s*'/.test(text)) return 'texts need double quotes';
  if (/[{,]\s*[\w$]+\s*:/.test(text)) return 'names need double quotes';
  return 'a quote, comma or bracket is wrong or missing';
};

export const parseJson = (text: string): { value: unknown } | RowProblem => {
  try {
    return { value: longNumber.test(text) ? JSON.parse(text, reviver) : JSON.parse(text) };
  } catch (error) {
    if (error instanceof RangeError) return new RowProblem('The row is nested too deeply.');
    return new RowProblem(`The row is not valid JSON: ${reasonOf(text)}.`);
  }
};

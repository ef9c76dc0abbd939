import { RowProblem } from '../../feed-row.ts';

/** Numbers that JavaScript may round, which would corrupt ids, or turn into Infinity, such as 1e400. */
const longNumber = /[:,[]\s*-?(\d{16}|[\d.]+e\+?\d{3})/i;

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }) => {
  if (typeof value !== 'number') return value;
  const isExact = source !== undefined && /e/i.test(source) && Number.isFinite(value);
  return isExact ? value : source;
};
// TypeScript doesn't know the third parameter yet.
const reviver = keepDigits as (key: string, value: unknown) => unknown;

const reasonOf = (text: string): string => {
  if (/[:,[]\s*-?(NaN|Infinity|undefined)\b/.test(text)) return 'NaN, Infinity and undefined are not allowed';
  if (/,\s*[}\]]/.test(text)) return 'there is an extra comma before a bracket';
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

import { plural } from '../../../components/format/plural.ts';

/** K from 1,000 and M from 1,000,000. */
const abbreviated = (count: number, digits: (value: number) => string) => {
  if (count >= 1_000_000) return `${digits(count / 1_000_000)}M`;
  if (count >= 1000) return `${digits(count / 1000)}K`;
  return String(count);
};

/** The dashboard's counts: 999, 1K, 1.5K, 2M. */
export const shortCount = (count: number) => abbreviated(count, (value) => value.toFixed(1).replace(/\.0$/, ''));

/** Always with one decimal: 1.0K. */
export const subscriberCount = (count: number) =>
  plural(
    count,
    'subscriber',
    'subscribers',
    abbreviated(count, (value) => value.toFixed(1)),
  );

/** A heading with the number of records, if they could be loaded. */
export const countedTitle = (title: string, count: number, problem: string | undefined) =>
  problem === undefined ? `${title} (${count})` : title;

export const fullCount = (count: number) => count.toLocaleString('en-US');

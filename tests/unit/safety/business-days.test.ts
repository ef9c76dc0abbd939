import { expect, it } from 'vitest';
import { addBusinessDays } from '#domain/cases/deadlines.ts';

const after = (day: string, days: number) =>
  addBusinessDays(new Date(`${day}T00:00:00Z`), days)
    .toISOString()
    .slice(0, 10);

it.each([
  ['from a Tuesday', '2026-11-17', 10, '2026-12-01'],
  ['from a Friday', '2026-11-20', 1, '2026-11-23'],
  ['from a Saturday, which is none itself', '2026-11-21', 14, '2026-12-10'],
  ['over the end of a year', '2026-12-30', 10, '2027-01-13'],
])('counts Monday to Friday %s', (_, day, days, expected) => {
  expect(after(day, days)).toBe(expected);
});

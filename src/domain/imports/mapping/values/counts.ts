const factors: Record<string, number> = { '': 1, k: 1e3, m: 1e6, b: 1e9 };

const maxLength = 60;

/** What the database keeps. */
const maxCount = 1e12;

/** A count such as 1234, 1,234, 1.234, 1 234 or 1.2M. Undefined if it is none. */
export const countOf = (text: string): number | undefined => {
  // Also because the patterns take long for many blanks.
  if (text.length > maxLength) return undefined;
  const given = text.trim().replace(/\s*(views?|plays?|hits?)$/i, '');
  const [, digits = '', suffix = ''] = /^(\d[\d.,'\s\u00a0]{0,30})([kmb]?)$/i.exec(given) ?? [];
  if (digits === '') return undefined;
  const isGrouped = /^\d{1,3}([.,'\s\u00a0]\d{3})+$/.test(digits.trim()) && suffix === '';
  const plain = isGrouped ? digits.replace(/[^\d]/g, '') : digits.replace(/[\s\u00a0']/g, '').replace(',', '.');
  const count = Math.round(Number(plain) * (factors[suffix.toLowerCase()] ?? 1));
  return Number.isNaN(count) ? undefined : Math.min(count, maxCount);
};

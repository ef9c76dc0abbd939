/** What a provider said about a visitor's age. */
export type AgeClaim = 'adult' | 'not adult' | 'missing';

const adultAge = 18;
const maxAge = 150;

/** `age`, `verified_age` and `https://id.example/age` count years; `age_over_18` does not. */
const countsYears = /(^|[^a-z0-9])age$/i;

const isAdultByYears = (value: unknown) => {
  const years = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value;
  return typeof years === 'number' && years >= adultAge && years <= maxAge;
};

/** A date of birth without its year or its day, which OpenID Connect allows, proves nothing. */
const isAdultByBirth = (value: unknown, now: Date) => {
  const [, year, rest] = /^((?:19|20)\d\d)(-\d\d-\d\d)$/.exec(String(value)) ?? [];
  const birthday = `${Number(year) + adultAge}${rest}`;
  return year !== undefined && !Number.isNaN(Date.parse(year + rest)) && birthday <= now.toISOString().slice(0, 10);
};

const isYes = (value: unknown) => value === true || value === 'true' || value === 1 || value === '1';

/**
 * Reads the claim by its name: one that ends with the word age has years, `birthdate` a date, any other a yes: true,
 * "true" or 1.
 */
export const readAgeClaim = (claims: Record<string, unknown>, name: string, now = new Date()): AgeClaim => {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  if (value === undefined || value === null) return 'missing';
  if (name === 'birthdate') return isAdultByBirth(value, now) ? 'adult' : 'not adult';
  return (countsYears.test(name) ? isAdultByYears(value) : isYes(value)) ? 'adult' : 'not adult';
};

const withSeparators = new Intl.NumberFormat('en');

/** '1,000'. `toLocaleString` would look the locale up each time. */
export const numberText = (value: number) =>
  value >= 0 && value < 1000 ? String(value) : withSeparators.format(value);

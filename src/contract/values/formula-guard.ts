/**
 * Spreadsheets run cells that begin with one of these as formulas; an apostrophe makes them text. Cells that look guarded already
 * get another one, so that what is read back is exactly what was written.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

export const withFormulaGuard = (text: string) => (formula.test(text) ? `'${text}` : text);

export const withoutFormulaGuard = (text: string) =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;

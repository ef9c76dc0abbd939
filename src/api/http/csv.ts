/** Makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff';

/** Spreadsheets run cells that begin with one of these as formulas; an apostrophe makes them text. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/;

const cell = (text: string) => {
  const harmless = formulaStart.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
};

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

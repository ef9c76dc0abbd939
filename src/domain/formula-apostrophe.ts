/** Takes back what an export does to texts that a spreadsheet would run as formulas (api/http/csv.ts). */
export const withoutApostrophe = (text: string) => text.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

import { withFormulaGuard } from '#contract/values/formula-guard.ts';

/** Makes spreadsheets read UTF-8. */
export const byteOrderMark = '\ufeff';

const cell = (text: string) => `"${withFormulaGuard(text).replaceAll('"', '""')}"`;

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

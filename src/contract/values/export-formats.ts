/** CSV for spreadsheets, JSON Lines for programs. */
export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const exportFormatLabels: Record<ExportFormat, string> = { csv: 'CSV', jsonl: 'JSON Lines' };

/** What stands between the entries of a list within a cell: no name and no URL can contain it. */
export const cellListSeparator = '\n';

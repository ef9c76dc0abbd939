import { type DisplayColumnDef, metaHelper, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  className?: string;
  /** On small screens a row is a card: this cell spans it, without a label. */
  cardHeading?: true;
  notOnCard?: true;
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type Column<T extends object> = DisplayColumnDef<typeof features, T>;

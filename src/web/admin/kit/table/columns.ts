import { type DisplayColumnDef, metaHelper, tableFeatures } from '@tanstack/react-table';

interface ColumnMeta {
  className?: string;
  /** On small screens a row is a card: its heading stands without a label, across the whole card. */
  cardHeading?: true;
  /** Left out of the card. */
  notOnCard?: true;
}

export const features = tableFeatures({ columnMeta: metaHelper<ColumnMeta>() });

export type Column<T extends object> = DisplayColumnDef<typeof features, T>;

import { useState } from 'react';
import type { Mapping } from '#contract/import-settings.ts';
import { importFields } from '#contract/values/imports.ts';
import { plural } from '../../../components/format/plural.ts';
import { ColumnRow, type FeedColumn } from './column-row.tsx';
import { usesOf } from './field-words.ts';

/** Columns of the mapping that the feed does not have, such as those of an older feed, can still be taken out. */
const withMapped = (columns: FeedColumn[], mapping: Mapping): FeedColumn[] => {
  const known = new Set(columns.map(({ name }) => name));
  const mapped = new Set(importFields.flatMap((field) => mapping[field]?.columns ?? []));
  return [...columns, ...[...mapped].filter((name) => !known.has(name)).map((name) => ({ name }))];
};

interface MappingFieldsProps {
  columns: FeedColumn[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** The columns of the feed. Those that nothing was made of when the screen opened are folded away. */
export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  const all = withMapped(columns, mapping);
  const [areAllShown, setAllShown] = useState(false);
  const [opened] = useState(
    () => new Set(all.filter(({ name }) => usesOf(mapping, name).length > 0).map(({ name }) => name)),
  );
  const isShown = ({ name }: FeedColumn) => areAllShown || opened.has(name) || usesOf(mapping, name).length > 0;
  const hidden = all.filter((column) => !isShown(column)).length;
  return (
    <>
      <ul aria-label="Columns">
        {all.filter(isShown).map((column) => (
          <ColumnRow key={column.name} column={column} mapping={mapping} onChange={onChange} />
        ))}
      </ul>
      {hidden > 0 && (
        <div className="border-t border-line px-4.5 py-2.5">
          <button type="button" className="btn btn-quiet h-10 px-4 text-sm" onClick={() => setAllShown(true)}>
            Show {plural(hidden, 'column')} that {hidden === 1 ? 'is' : 'are'} not used
          </button>
        </div>
      )}
    </>
  );
}

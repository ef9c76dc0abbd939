import { useState } from 'react';
import type { Mapping } from '#contract/import-sources.ts';
import { limits } from '#contract/values/fields.ts';
import { type FieldMapping, feedNameOf, type ImportField, importFields } from '#contract/values/imports.ts';
import { type ImportedField, importedFields, postFields } from '#contract/values/post-fields.ts';
import { plural } from '../../components/format.ts';

const feedLabelOf = (name: ImportedField) => {
  const field: { label: string; feedLabel?: string } = postFields[name];
  return field.feedLabel ?? field.label;
};

/** The same labels as in the form of a post, unless feeds have something else in mind. */
export const fieldLabels = {
  itemId: 'Id in the feed',
  ...Object.fromEntries(importedFields.map((name) => [feedNameOf(name), feedLabelOf(name)])),
} as Record<ImportField, string>;

/** Fields with several entries in one column. */
const listFields: readonly ImportField[] = ['tags', 'performers', 'otherLinks', 'previewUrls'];

/** A column may be used for several fields: a URL may be both the link and the id. */
const usesOf = (mapping: Mapping, column: string): ImportField[] =>
  importFields.filter((field) => mapping[field]?.columns.includes(column));

const without = (mapping: Mapping, field: ImportField, column: string): Mapping => {
  const { [field]: source, ...rest } = mapping;
  const columns = source?.columns.filter((each) => each !== column) ?? [];
  return source && columns.length > 0 ? { ...rest, [field]: { ...source, columns } } : rest;
};

/** Appended, so that the columns already mapped to the field take precedence. */
const withColumn = (mapping: Mapping, field: ImportField, column: string): Mapping => {
  const columns = [...(mapping[field]?.columns.filter((each) => each !== column) ?? []), column];
  return { ...mapping, [field]: { ...mapping[field], columns } };
};

const changeUse = (
  mapping: Mapping,
  column: string,
  from: ImportField | undefined,
  to: ImportField | undefined,
): Mapping => {
  const rest = from ? without(mapping, from, column) : mapping;
  return to ? withColumn(rest, to, column) : rest;
};

const setSeparator = (mapping: Mapping, field: ImportField, separator: string): Mapping => {
  const source = mapping[field];
  if (!source) return mapping;
  const { separator: _, ...rest } = source;
  return { ...mapping, [field]: separator === '' ? rest : { ...rest, separator } };
};

/** The column that takes precedence over this one, in a field that takes the first column that isn’t empty. */
const precedingColumn = (mapping: Mapping, field: ImportField, column: string): string | undefined => {
  if (listFields.includes(field)) return undefined;
  const columns = mapping[field]?.columns ?? [];
  return columns[columns.indexOf(column) - 1];
};

interface ValueFormatProps {
  column: string;
  field: ImportField;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const units: Record<NonNullable<FieldMapping['unit']>, string> = { seconds: 'seconds', minutes: 'minutes' };
const dateOrders: Record<NonNullable<FieldMapping['dateOrder']>, string> = {
  monthFirst: 'May 1',
  dayFirst: '5 January',
};

interface ChoiceProps<Value extends string> {
  text: string;
  label: string;
  choices: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ text, label, choices, value, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="flex items-center gap-2 text-[13px] text-muted">
      {text}
      <select
        className="field h-10 w-auto py-0 text-text max-md:h-11"
        aria-label={label}
        value={value}
        onChange={({ target }) => onChoose(target.value as Value)}
      >
        {Object.entries<string>(choices).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** How to read durations without a unit, and ambiguous dates. */
function ValueFormat({ column, field, mapping, onChange }: ValueFormatProps) {
  const source = mapping[field];
  if (!source) return null;
  const change = (changes: Pick<FieldMapping, 'unit' | 'dateOrder'>) =>
    onChange({ ...mapping, [field]: { ...source, ...changes } });
  if (field === 'duration')
    return (
      <Choice
        text="numbers are"
        label={`Numbers in “${column}” are`}
        choices={units}
        value={source.unit ?? 'seconds'}
        onChoose={(unit) => change({ unit })}
      />
    );
  if (field !== 'publishedAt') return null;
  return (
    <Choice
      text="5/1 is"
      label={`5/1 in “${column}” is`}
      choices={dateOrders}
      value={source.dateOrder ?? 'monthFirst'}
      onChoose={(dateOrder) => change({ dateOrder })}
    />
  );
}

interface FeedColumn {
  name: string;
  /** Undefined on the screen of a source, where no feed is loaded. */
  samples?: string[];
}

interface ColumnRowProps {
  column: FeedColumn;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const maxSamples = 2;

function ColumnUse({
  column,
  mapping,
  onChange,
  field,
  isFurther,
}: Omit<ColumnRowProps, 'column'> & { column: string; field: ImportField | undefined; isFurther: boolean }) {
  const preferred = field && precedingColumn(mapping, field, column);
  const others = usesOf(mapping, column);
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={isFurther ? `Another use of “${column}”` : `What “${column}” becomes`}
          className={`field h-10 w-auto min-w-44 flex-1 py-0 max-md:h-11 ${field ? '' : 'text-muted'}`}
          value={field ?? ''}
          onChange={({ target }) =>
            onChange(changeUse(mapping, column, field, (target.value || undefined) as ImportField | undefined))
          }
        >
          <option value="">{isFurther ? 'Nothing else' : 'Not used'}</option>
          {importFields
            .filter((each) => each === field || !others.includes(each))
            .map((each) => (
              <option key={each} value={each}>
                {fieldLabels[each]}
              </option>
            ))}
        </select>
        {field && listFields.includes(field) && (
          <label className="flex items-center gap-2 text-[13px] text-muted">
            separated by
            <input
              type="text"
              className="field h-10 w-16 py-0 text-center font-mono text-text max-md:h-11"
              aria-label={`Separator in “${column}”`}
              maxLength={limits.imports.separator}
              placeholder="auto"
              value={mapping[field]?.separator ?? ''}
              onChange={({ target }) => onChange(setSeparator(mapping, field, target.value))}
            />
          </label>
        )}
        {field && <ValueFormat column={column} field={field} mapping={mapping} onChange={onChange} />}
      </div>
      {preferred !== undefined && (
        <p className="text-[13px] text-muted">
          Used where “<bdi>{preferred}</bdi>” is empty.
        </p>
      )}
    </div>
  );
}

function ColumnRow({ column: { name, samples }, mapping, onChange }: ColumnRowProps) {
  const uses = usesOf(mapping, name);
  const [isTwice, setTwice] = useState(false);
  const common = { column: name, mapping, onChange };
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line px-4.5 py-3 first:border-t-0 md:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
      <div className="min-w-0">
        <p className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <ul className="mt-1 grid gap-0.5">
          {samples?.slice(0, maxSamples).map((sample, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: samples may repeat, and never move
            <li key={place} dir="auto" title={sample} className="truncate text-[13px] text-muted">
              {sample}
            </li>
          ))}
          {samples?.length === 0 && <li className="text-[13px] text-muted">Empty in the first rows</li>}
        </ul>
      </div>
      <div className="grid content-start gap-2">
        {uses.map((field, place) => (
          <div key={field} className="flex items-start gap-1.5">
            <div className="min-w-0 flex-1">
              <ColumnUse {...common} field={field} isFurther={place > 0} />
            </div>
            {uses.length === 1 && !isTwice ? (
              <button
                type="button"
                className="icon-button size-10 text-muted max-md:size-11"
                aria-label={`Use “${name}” for something else too`}
                title="Use it for something else too"
                onClick={() => setTwice(true)}
              >
                <span aria-hidden="true" className="text-xl leading-none">
                  +
                </span>
              </button>
            ) : (
              <span className="w-10 max-md:w-11" />
            )}
          </div>
        ))}
        {uses.length === 0 && (
          <div className="mr-11.5 max-md:mr-12.5">
            <ColumnUse {...common} field={undefined} isFurther={false} />
          </div>
        )}
        {isTwice && uses.length === 1 && (
          <div className="mr-11.5 max-md:mr-12.5">
            <ColumnUse {...common} field={undefined} isFurther />
          </div>
        )}
      </div>
    </li>
  );
}

/** Adds mapped columns that this feed doesn’t have, such as those of an older feed, so that they can be removed. */
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

/** The columns of the feed. Columns that weren’t mapped when the screen opened are hidden at first. */
export function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  const all = withMapped(columns, mapping);
  const [areAllShown, setAllShown] = useState(false);
  const [initiallyMapped] = useState(
    () => new Set(all.filter(({ name }) => usesOf(mapping, name).length > 0).map(({ name }) => name)),
  );
  const isShown = ({ name }: FeedColumn) =>
    areAllShown || initiallyMapped.has(name) || usesOf(mapping, name).length > 0;
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
            Show {plural(hidden, 'unused column')}
          </button>
        </div>
      )}
    </>
  );
}

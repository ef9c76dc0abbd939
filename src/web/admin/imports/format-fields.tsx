import type { Format } from '#contract/import-sources.ts';
import { Field } from '../kit/forms/fields.tsx';

interface FormatFieldsProps {
  format: Format;
  onChange: (format: Format) => void;
}

const kinds: Record<Format['kind'], string> = {
  csv: 'CSV, TSV or other columns',
  json: 'JSON',
  jsonl: 'JSON Lines',
  xml: 'XML: RSS, Atom or Media RSS',
};

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1256': 'Arabic (Windows-1256)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GB18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

const delimiters: Record<string, string> = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Pipe |',
};

interface SelectProps {
  label: string;
  name: string;
  choices: Record<string, string>;
  /** Listed even if it isn’t one of the choices. */
  value: string;
  onChange: (value: string) => void;
}

function Select({ label, name, choices, value, onChange }: SelectProps) {
  return (
    <Field label={label} name={name}>
      {(attributes) => (
        <select className="field" value={value} onChange={({ target }) => onChange(target.value)} {...attributes}>
          {Object.entries(value in choices ? choices : { ...choices, [value]: value }).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** The format of a feed, as detected or as an admin has changed it. */
export function FormatFields({ format, onChange }: FormatFieldsProps) {
  const { kind, encoding, delimiter = ',', hasHeader = true } = format;
  const changeKind = (next: string) =>
    onChange({ kind: next as Format['kind'], encoding, ...(next === 'csv' ? { delimiter, hasHeader } : {}) });
  return (
    <div className="grid gap-4 p-4.5 sm:grid-cols-2 xl:grid-cols-4">
      <Select label="Kind" name="format.kind" choices={kinds} value={kind} onChange={changeKind} />
      <Select
        label="Encoding"
        name="format.encoding"
        choices={encodings}
        value={encoding}
        onChange={(next) => onChange({ ...format, encoding: next })}
      />
      {kind === 'csv' && (
        <>
          <Select
            label="Columns separated by"
            name="format.delimiter"
            choices={delimiters}
            value={delimiter}
            onChange={(next) => onChange({ ...format, delimiter: next })}
          />
          <label className="flex min-h-11 items-center gap-2.5 self-end text-sm font-medium">
            <input
              type="checkbox"
              className="size-5 accent-glow"
              checked={hasHeader}
              onChange={({ target }) => onChange({ ...format, hasHeader: target.checked })}
            />
            The first row names the columns
          </label>
        </>
      )}
    </div>
  );
}

import type { Mapping } from '#contract/import-settings.ts';
import type { FieldMapping, ImportField } from '#contract/values/imports.ts';

interface SpellingProps {
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

/** How plain numbers of durations, and dates of which the order does not show, are read. */
export function Spelling({ column, field, mapping, onChange }: SpellingProps) {
  const source = mapping[field];
  if (!source) return null;
  const change = (spelling: Pick<FieldMapping, 'unit' | 'dateOrder'>) =>
    onChange({ ...mapping, [field]: { ...source, ...spelling } });
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

import { type ComponentProps, type ComponentType, useState } from 'react';
import { limits } from '#contract/values/fields.ts';
import type { PlainInput, PlainSetting } from '#contract/values/settings/kinds.ts';
import type { SettingsOf, SettingValue } from '#contract/values/settings/settings.ts';
import { CheckboxField, SelectField, TextAreaField, TextField } from '../kit/forms/fields.tsx';
import { ImageField } from '../kit/forms/image-fields.tsx';

type ValueOf<Input extends PlainInput> = SettingValue<SettingsOf<Input>>;

interface InputProps<Setting, Value> {
  name: string;
  setting: Setting;
  value: Value;
  onChange: (value: Value) => void;
}

type TextProps = InputProps<Pick<PlainSetting, 'label' | 'help'>, string>;

/** What all inputs of texts have. */
const textProps = ({ name, setting, value, onChange }: TextProps) => ({
  label: setting.label,
  hint: setting.help,
  name,
  value,
  onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
});

/** A text of one line, by default as long as a URL. */
const oneLine = (attributes: ComponentProps<'input'>) => (props: TextProps) => (
  <TextField maxLength={limits.url} {...attributes} {...textProps(props)} />
);

function LineInput(props: InputProps<PlainSetting<'line'>, string>) {
  const { maxLength, isRequired } = props.setting;
  return <TextField maxLength={maxLength} required={isRequired} {...textProps(props)} />;
}

function ParagraphInput(props: InputProps<PlainSetting<'paragraph'>, string>) {
  const { maxLength, isRequired, rows } = props.setting;
  return <TextAreaField maxLength={maxLength} required={isRequired} rows={rows} {...textProps(props)} />;
}

function CheckboxInput({ name, setting, value, onChange }: InputProps<PlainSetting<'checkbox'>, boolean>) {
  return (
    <CheckboxField
      label={setting.label}
      hint={setting.help}
      name={name}
      checked={value}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

function NumberInput({ name, setting, value, onChange }: InputProps<PlainSetting<'number'>, number>) {
  return (
    <TextField
      label={setting.label}
      hint={setting.help}
      name={name}
      type="number"
      required
      min={setting.min}
      max={setting.max}
      // An empty field has the value NaN, or null in a stored draft.
      value={Number.isFinite(value) ? value : ''}
      onChange={({ target }) => onChange(target.valueAsNumber)}
    />
  );
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A list with one entry per line. Keeps the typed text, including the blank line that a new entry starts with. */
function LinesInput({ name, setting, value, onChange }: InputProps<PlainSetting<'lines'>, string[]>) {
  const [text, setText] = useState(value.join('\n'));
  const shown = linesOf(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <TextAreaField
      name={name}
      label={setting.label}
      hint={setting.help}
      rows={5}
      spellCheck={false}
      value={shown}
      onChange={({ target }) => {
        setText(target.value);
        onChange(linesOf(target.value));
      }}
    />
  );
}

/** The browser’s time zones, and the current one, which may be an older name. */
const timeZones = (current: string): string[] => [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])];

/** A kind without an input does not compile. */
const inputs: { [I in PlainInput]: ComponentType<InputProps<PlainSetting<I>, ValueOf<I>>> } = {
  checkbox: CheckboxInput,
  number: NumberInput,
  line: LineInput,
  paragraph: ParagraphInput,
  lines: LinesInput,
  color: oneLine({ type: 'color', className: 'field h-11 p-1.5' }),
  email: oneLine({ type: 'email', maxLength: limits.email }),
  'https url': oneLine({ type: 'url' }),
  'email or https url': oneLine({}),
  'url or path': (props) => <ImageField required {...textProps(props)} />,
  'time zone': (props) => <SelectField options={timeZones(props.value)} {...textProps(props)} />,
};

/** The input of a setting that is described by data alone. */
export function SettingInput(props: InputProps<PlainSetting, unknown>) {
  // The value has the type of the setting's kind, which TypeScript cannot follow through the lookup.
  const Input = inputs[props.setting.input] as ComponentType<InputProps<PlainSetting, unknown>>;
  return <Input {...props} />;
}

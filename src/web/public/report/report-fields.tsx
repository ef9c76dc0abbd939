import type { CaseKind } from '#contract/values/cases.ts';
import { fieldsOf, type ReportField, reportForms, reportLimits } from '#contract/values/report-form.ts';
import { Choice, TextArea, TextField, Tick } from './field.tsx';
import { fieldText } from './report-texts.ts';

export type ReportValues = Partial<Record<string, string>>;

interface ReportFieldsProps {
  kind: CaseKind;
  values: ReportValues;
  errors: Partial<Record<string, string>>;
}

const relations = [
  { value: 'self', label: 'I am the person shown' },
  { value: 'agent', label: 'I act for the person shown' },
];

/** What a form of this kind asks for. Nothing is `required` for the browser: the server's sentences say more. */
export function ReportFields({ kind, values, errors }: ReportFieldsProps) {
  const { optional } = reportForms[kind];
  const render = (name: ReportField) => {
    const shared = {
      name,
      ...fieldText(kind, name),
      error: errors[name],
      optional: optional.includes(name),
      defaultValue: values[name] ?? '',
    };
    if (name === 'urls') return <TextArea {...shared} rows={3} maxLength={reportLimits.urlText} spellCheck={false} />;
    if (name === 'relation') return <Choice {...shared} choices={relations} chosen={values.relation ?? ''} />;
    if (name === 'goodFaith' || name === 'perjury') {
      const { defaultValue, ...tick } = shared;
      return <Tick {...tick} defaultChecked={defaultValue === 'yes'} />;
    }
    if (name === 'description' || name === 'work')
      return <TextArea {...shared} rows={4} maxLength={reportLimits.text} />;
    if (name === 'email') return <TextField {...shared} type="text" inputMode="email" autoComplete="email" />;
    if (name === 'name') return <TextField {...shared} maxLength={reportLimits.name} autoComplete="name" />;
    if (name === 'address') return <TextField {...shared} maxLength={reportLimits.address} />;
    return <TextField {...shared} maxLength={reportLimits.name} />;
  };
  return fieldsOf(kind).map((name) => <div key={name}>{render(name)}</div>);
}

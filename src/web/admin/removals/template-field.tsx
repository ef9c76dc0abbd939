import { useState } from 'react';
import type { CaseReason } from '#contract/values/case-reasons.ts';
import { kindWords } from '../kit/cases/case-words.ts';
import { Field } from '../kit/forms/fields.tsx';

interface TemplateFieldProps {
  reasons: readonly CaseReason[];
  /** Whether the notices are of different kinds. */
  namesKinds: boolean;
  onChoose: (text: string) => void;
}

/** Puts a text of the settings into the field below, to be edited there. */
export function TemplateField({ reasons, namesKinds, onChoose }: TemplateFieldProps) {
  const [chosen, setChosen] = useState('');
  if (reasons.length === 0) return null;
  const choose = (position: string) => {
    setChosen(position);
    const text = reasons[Number(position)]?.text;
    if (position !== '' && text !== undefined) onChoose(text);
  };
  return (
    <Field label="Start from" name="template">
      {(attributes) => (
        <select {...attributes} className="field" value={chosen} onChange={(event) => choose(event.target.value)}>
          <option value="">Own words</option>
          {reasons.map(({ title, kind }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same title
            <option key={position} value={position}>
              {namesKinds && kind !== '' ? `${kindWords[kind]}: ${title}` : title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

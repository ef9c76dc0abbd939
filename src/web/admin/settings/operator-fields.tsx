import { limits } from '#contract/values/limits.ts';
import type { OperatorFacts } from '#contract/values/operator-facts.ts';
import { TextAreaField, TextField } from '../kit/forms/fields.tsx';

interface OperatorFieldsProps {
  operator: OperatorFacts;
  onChange: (operator: OperatorFacts) => void;
}

const max = limits.settings.operator;

/** Facts that the pages of the footer name by their placeholders. */
export function OperatorFields({ operator, onChange }: OperatorFieldsProps) {
  const fact = (key: keyof OperatorFacts) => ({
    name: `operator.${key}`,
    value: operator[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...operator, [key]: event.target.value }),
  });
  const address = (key: keyof OperatorFacts) => ({ rows: 3, maxLength: max.address, ...fact(key) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Legal name"
          maxLength={max.name}
          hint="Of the company or the person that runs this site."
          {...fact('name')}
        />
        <TextField
          label="Jurisdiction"
          maxLength={max.name}
          hint="Whose law applies, such as “the Republic of Ireland”."
          {...fact('jurisdiction')}
        />
      </div>
      <TextAreaField label="Postal address" {...address('address')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Copyright agent"
          maxLength={max.name}
          hint="Who takes notices about copyright."
          {...fact('copyrightAgentName')}
        />
        <TextField
          label="Email of the copyright agent"
          type="email"
          maxLength={limits.email}
          {...fact('copyrightAgentEmail')}
        />
        <TextField
          label="Telephone of the copyright agent"
          type="tel"
          maxLength={max.phone}
          hint="Optional."
          {...fact('copyrightAgentPhone')}
        />
      </div>
      <TextAreaField label="Postal address of the copyright agent" {...address('copyrightAgentAddress')} />
      <TextField
        label="Custodian of records"
        maxLength={max.name}
        hint="Who answers questions about the records of this site."
        {...fact('recordsCustodianName')}
      />
      <TextAreaField label="Postal address of the custodian of records" {...address('recordsCustodianAddress')} />
    </>
  );
}

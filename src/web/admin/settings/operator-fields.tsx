import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { type Fact, factLabels, missingFacts, type OperatorFacts } from '#contract/values/info-page-texts.ts';
import { infoPageNames, infoPages } from '#contract/values/public-pages.ts';
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

const fieldOf = (fact: Fact) => (fact === 'contactEmail' ? fact : `operator.${fact}`);

const focusField = (form: HTMLFormElement | null, fact: Fact) => {
  const field = form?.elements.namedItem(fieldOf(fact));
  if (field instanceof HTMLElement) field.focus();
};

/** Facts that the same pages lack stand together. */
const groupedByPages = (missing: ReturnType<typeof missingFacts>) =>
  Object.entries(
    Object.groupBy(missing, ({ pages }) =>
      pages.length === infoPageNames.length ? 'Every page' : pages.map((page) => infoPages[page].title).join(', '),
    ),
  ).map(([pages, group = []]) => ({ pages, facts: group.map(({ fact }) => fact) }));

/** What the pages of the footer need and nobody has entered yet; the pages say that it is missing. */
export function MissingFacts({ settings }: { settings: SiteSettings }) {
  const { pageTexts, operator, contactEmail } = settings;
  const missing = missingFacts(pageTexts, { ...operator, contactEmail });
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing-facts" className="rounded-xl border border-line bg-surface px-4 py-3.5 text-sm">
      <h2 id="missing-facts" className="text-sm font-medium">
        These pages still lack:
      </h2>
      <ul className="mt-1.5 grid gap-1.5">
        {groupedByPages(missing).map(({ pages, facts }) => (
          <li key={pages} className="flex flex-wrap gap-x-3 gap-y-1">
            <span className="text-muted">{pages}:</span>
            {facts.map((fact) => (
              <button
                key={fact}
                type="button"
                onClick={({ currentTarget }) => focusField(currentTarget.form, fact)}
                className="min-h-6 text-left text-accent underline underline-offset-3"
              >
                {factLabels[fact]}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/fields.ts';
import { type Fact, factLabels, missingFacts, type OperatorFacts } from '#contract/values/operator-facts.ts';
import { infoPageNames, infoPages } from '#contract/values/public-pages.ts';
import { TextAreaField, TextField } from '../kit/forms/fields.tsx';

interface OperatorFieldsProps {
  operator: OperatorFacts;
  onChange: (operator: OperatorFacts) => void;
}

const maxLengths = limits.settings.operator;

/** Facts that fill the placeholders of the footer pages. */
export function OperatorFields({ operator, onChange }: OperatorFieldsProps) {
  const fact = (key: keyof OperatorFacts) => ({
    name: `operator.${key}`,
    value: operator[key],
    onChange: (event: { target: { value: string } }) => onChange({ ...operator, [key]: event.target.value }),
  });
  const address = (key: keyof OperatorFacts) => ({ rows: 3, maxLength: maxLengths.address, ...fact(key) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Legal name"
          maxLength={maxLengths.name}
          hint="The company or person that runs this site."
          {...fact('name')}
        />
        <TextField
          label="Jurisdiction"
          maxLength={maxLengths.name}
          hint="Whose law applies, such as “the Republic of Ireland”."
          {...fact('jurisdiction')}
        />
      </div>
      <TextAreaField label="Postal address" {...address('address')} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField
          label="Copyright agent"
          maxLength={maxLengths.name}
          hint="Receives copyright notices."
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
          maxLength={maxLengths.phone}
          hint="Optional."
          {...fact('copyrightAgentPhone')}
        />
      </div>
      <TextAreaField label="Postal address of the copyright agent" {...address('copyrightAgentAddress')} />
      <TextField
        label="Custodian of records"
        maxLength={maxLengths.name}
        hint="Answers questions about this site’s records."
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

const groupByPages = (missing: ReturnType<typeof missingFacts>) =>
  Object.entries(
    Object.groupBy(missing, ({ pages }) =>
      pages.length === infoPageNames.length ? 'Every page' : pages.map((page) => infoPages[page].title).join(', '),
    ),
  ).map(([pages, group = []]) => ({ pages, facts: group.map(({ fact }) => fact) }));

/** Facts that the footer pages need but that are not filled in yet, with links to their fields. */
export function MissingFacts({ settings }: { settings: SiteSettings }) {
  const { pageTexts, operator, contactEmail } = settings;
  const missing = missingFacts(pageTexts, { ...operator, contactEmail });
  if (missing.length === 0) return null;
  return (
    <section aria-labelledby="missing-facts" className="rounded-xl border border-line bg-surface px-4 py-3.5 text-sm">
      <h2 id="missing-facts" className="text-sm font-medium">
        Still missing on these pages:
      </h2>
      <ul className="mt-1.5 grid gap-1.5">
        {groupByPages(missing).map(({ pages, facts }) => (
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

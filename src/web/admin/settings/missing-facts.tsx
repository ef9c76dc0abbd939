import type { SiteSettings } from '#contract/settings.ts';
import { infoPageNames, infoPages } from '#contract/values/info-pages.ts';
import { type Fact, factLabels, missingFacts } from '#contract/values/operator-facts.ts';

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

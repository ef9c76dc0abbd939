import type { Step } from '../head/structured-data.ts';

/** The way from the home page to this one, which is the last step and no link. */
export function Trail({ steps }: { steps: Step[] }) {
  const last = steps.length - 1;
  return (
    <Breadcrumb
      steps={[{ name: 'Home', path: '/' }, ...steps.map((step, at) => (at < last ? step : { name: step.name }))]}
    />
  );
}

export function Breadcrumb({ steps }: { steps: { name: string; path?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-3 text-[13px] text-muted">
      <ol className="flex gap-2 whitespace-nowrap">
        {steps.map(({ name, path }, index) => (
          <li key={path ?? 'this page'} className="flex min-w-0 gap-2 first:shrink-0">
            {index > 0 && <span aria-hidden="true">/</span>}
            {path ? (
              // Taller than its line, for the thumb (WCAG 2.5.8, target size).
              <a
                href={path}
                dir="auto"
                className="-my-1 min-w-6 truncate py-1 underline-offset-2 hover:text-text hover:underline"
              >
                {name}
              </a>
            ) : (
              <span aria-current="page" dir="auto" className="truncate">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

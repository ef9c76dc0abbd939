const steps = { feed: 'Feed', mapping: 'Mapping', check: 'Dry run', run: 'Import' };
export type Step = keyof typeof steps;

const names = Object.keys(steps) as Step[];

/** How far an import is on its way. */
export function Steps({ current }: { current: Step }) {
  const place = names.indexOf(current);
  return (
    <ol aria-label="Steps" className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm">
      {names.map((step, at) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} className="flex items-center gap-2">
          {at > 0 && <span aria-hidden="true" className="h-px w-4 bg-line-strong sm:w-8" />}
          <span
            aria-hidden="true"
            className={`grid size-6 place-items-center rounded-full text-[12.5px] font-semibold tabular-nums ${at < place ? 'bg-accent-soft text-accent' : at === place ? 'bg-glow text-on-glow' : 'bg-raised text-muted'}`}
          >
            {at < place ? '✓' : at + 1}
          </span>
          <span className={at === place ? 'font-medium' : 'text-muted'}>{steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}

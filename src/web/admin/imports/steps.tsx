import type { Import } from './import-calls.ts';

const steps = { feed: 'Feed', mapping: 'Mapping', check: 'Dry run', run: 'Import' };
type Step = keyof typeof steps;

const names = Object.keys(steps) as Step[];

function Tick() {
  return (
    <svg
      width="14"
      height="14"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      aria-hidden="true"
    >
      <path d="M5 12.5l4.5 4.5L19 7.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}

export function Steps({ current }: { current: Step }) {
  const currentIndex = names.indexOf(current);
  return (
    <ol aria-label="Steps" className="mb-5 flex items-center gap-x-2 text-sm">
      {names.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} className="flex items-center gap-2">
          {index > 0 && <span aria-hidden="true" className="h-px w-4 bg-line-strong sm:w-8" />}
          <span
            aria-hidden="true"
            className={`grid size-6 place-items-center rounded-full text-[12.5px] font-semibold tabular-nums ${index < currentIndex ? 'bg-accent-soft text-accent' : index === currentIndex ? 'bg-glow text-on-glow' : 'bg-raised text-muted'}`}
          >
            {index < currentIndex ? <Tick /> : index + 1}
          </span>
          <span className={index === currentIndex ? 'font-medium' : 'text-muted max-sm:sr-only'}>{steps[step]}</span>
        </li>
      ))}
    </ol>
  );
}

/** The step that an import is at. If its feed could not be fetched, that is the first one. */
export const stepOf = (
  { state, startedAt, checkStartedAt }: Pick<Import, 'state' | 'startedAt' | 'checkStartedAt'>,
  showsMapping: boolean,
): Step => {
  if (state === 'receiving') return 'feed';
  if (showsMapping) return 'mapping';
  if (startedAt !== null) return 'run';
  return state === 'failed' && checkStartedAt === null ? 'feed' : 'check';
};

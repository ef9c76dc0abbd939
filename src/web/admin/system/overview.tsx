import { plural } from '../../components/format/plural.ts';
import type { SystemReport } from '../kit/records/system.ts';
import { StateMark } from '../kit/screen/state-mark.tsx';

const borders = { ok: 'border-line', warning: 'border-accent', failure: 'border-danger' };

/** Whether everything works, or what needs attention first. A change is read out. */
export function Overview({ system: { worst, problems } }: { system: SystemReport }) {
  const state = worst?.state ?? 'ok';
  return (
    <div role="status" className={`mb-5 rounded-2xl border bg-surface px-4.5 py-4 ${borders[state]}`}>
      <div className="flex items-baseline gap-x-4 gap-y-1 max-sm:flex-col">
        <StateMark state={state} />
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <p className="text-lg font-[620]">{worst ? worst.sentence : 'Everything works.'}</p>
          {worst?.whatToDo && <p className="mt-1">{worst.whatToDo}</p>}
          {problems > 1 && (
            <p className="mt-1 text-sm text-muted">
              {plural(problems - 1, 'more part needs', 'more parts need')} attention: see below.
            </p>
          )}
        </div>
      </div>
    </div>
  );
}

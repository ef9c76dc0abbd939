import type { ReactNode } from 'react';
import { type CheckState, checkStates } from '#contract/values/check-states.ts';
import type { SystemCheck, SystemSection } from '../kit/records/system.ts';
import { StateMark } from '../kit/screen/state-mark.tsx';

const worstOf = (checks: SystemCheck[]): CheckState =>
  checkStates.findLast((state) => checks.some((check) => check.state === state)) ?? 'ok';

function Sentence({ check }: { check: SystemCheck }) {
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className={check.state === 'failure' ? 'font-medium' : ''}>{check.sentence}</p>
      {check.whatToDo && <p className="mt-0.5 text-muted">{check.whatToDo}</p>}
    </div>
  );
}

interface PartsProps {
  sections: SystemSection[];
  /** What can be done about a part, by its title. */
  actions: Partial<Record<string, ReactNode>>;
}

/** One row for each part of the site: its name, its state, and what there is to say. */
export function Parts({ sections, actions }: PartsProps) {
  return (
    <ul aria-label="Parts" className="rounded-2xl border border-line bg-surface">
      {sections.map(({ title, checks }) => (
        <li
          key={title}
          className="grid items-baseline gap-x-4 gap-y-1.5 border-t border-line px-4.5 py-3 text-sm first:border-t-0 max-md:grid-cols-[1fr_auto] md:grid-cols-[8rem_6.5rem_minmax(0,1fr)]"
        >
          <h3 className="text-sm font-medium">{title}</h3>
          <StateMark state={worstOf(checks)} />
          <div className="grid gap-1.5 max-md:col-span-2">
            {checks.map((check) => (
              <Sentence key={check.sentence} check={check} />
            ))}
            {actions[title] && <div className="mt-1">{actions[title]}</div>}
          </div>
        </li>
      ))}
    </ul>
  );
}

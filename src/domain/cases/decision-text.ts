import type { CaseDecision } from '#contract/values/cases.ts';

const verbs: Record<CaseDecision, string> = { remove: 'Removed', keep: 'Kept' };

const plural = (count: number) => `${count} ${count === 1 ? 'URL' : 'URLs'}`;

interface Decided {
  decision: CaseDecision;
  reason: string;
  count: number;
  /** How many URLs of the case are still to be decided. */
  undecided: number;
}

/** A decision as the reporter reads it on the status page. */
export const decisionText = ({ decision, reason, count, undecided }: Decided) =>
  [
    ...(count === 0
      ? []
      : [
          `${verbs[decision]}: ${plural(count)}.${undecided > 0 ? ` ${plural(undecided)} of this notice still to be decided.` : ''}`,
        ]),
    reason,
  ].join('\n\n');

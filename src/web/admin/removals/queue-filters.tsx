import { caseFlags, caseKinds } from '#contract/values/cases.ts';
import { flagNames, kindWords } from '../kit/cases/case-words.ts';
import { FilterSelect } from '../kit/lists/filter-select.tsx';

/** The URL parameters that narrow the queue. */
export const queueFilters = [
  'search',
  'status',
  'kind',
  'overdue',
  'complete',
  'proof',
  'flag',
  'public',
  'sender',
  'video',
] as const;

const style =
  'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2.5 max-md:grid max-md:grid-cols-2 max-md:gap-x-3 max-md:[&>label]:grid max-md:[&>label]:gap-1 max-md:[&_.field]:w-full max-md:[&_.field]:max-w-none';

const wordsOf =
  (words: Record<string, string>) =>
  (value: string): string =>
    words[value] ?? value;

export function QueueFilters() {
  return (
    <search className={style} aria-label="Filters">
      <FilterSelect name="kind" label="Kind" options={caseKinds} labelOf={wordsOf(kindWords)} />
      <FilterSelect name="overdue" label="Overdue" options={['yes']} labelOf={() => 'Only overdue'} />
      <FilterSelect
        name="complete"
        label="Notice"
        options={['yes', 'no']}
        labelOf={wordsOf({ yes: 'Complete', no: 'Incomplete' })}
      />
      <FilterSelect
        name="proof"
        label="Proof of work"
        options={['no', 'yes']}
        labelOf={wordsOf({ yes: 'Done', no: 'None' })}
      />
      <FilterSelect name="flag" label="Note" options={caseFlags} labelOf={wordsOf(flagNames)} />
      <FilterSelect name="public" label="Posts" options={['yes']} labelOf={() => 'Still public'} />
    </search>
  );
}

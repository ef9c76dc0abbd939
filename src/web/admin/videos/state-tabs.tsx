import { useSearchParams } from 'react-router';
import { postStates } from '#contract/values/post-filter.ts';
import { fullCount } from '../kit/format/counts.ts';
import { usePendingParameters } from '../kit/lists/use-pending-parameters.ts';
import { Tabs } from '../kit/screen/tabs.tsx';
import { stateOf, urlOf, withParameters } from './list-query.ts';
import type { PostList } from './post-list.ts';

const labels = { published: 'Published', draft: 'Drafts', scheduled: 'Scheduled', withheld: 'Withheld' };

/** One list for each state, with the number of its posts. */
export function StateTabs({ counts }: Pick<PostList, 'counts'>) {
  const [parameters] = useSearchParams();
  const pending = usePendingParameters();
  const state = stateOf(parameters);
  const tabs = postStates.map((each) => ({
    to: urlOf(withParameters(pending, { state: each === 'published' ? undefined : each })),
    active: each === state,
    label: counts ? `${labels[each]} ${fullCount(counts[each])}` : labels[each],
  }));
  return <Tabs label="State of posts" tabs={tabs} />;
}

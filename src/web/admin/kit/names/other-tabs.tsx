import { useLocation } from 'react-router';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { Pagination } from '../../../components/pagination.tsx';
import { countedTitle } from '../format/counts.ts';
import { pageOf, pageUrl } from '../lists/list-url.ts';
import { loadPage } from '../lists/load-page.ts';
import { type Duplicate, loadDuplicates, loadNameChanges, type NameChange } from '../records/name.ts';
import { noPages } from '../records/record.ts';
import { ScreenHead } from '../screen/screen-head.tsx';
import type { Loaded } from '../session/failure.ts';
import { Duplicates } from './duplicates.tsx';
import { NameHistory } from './history.tsx';
import { useNameActions } from './name-actions.tsx';
import { NameTabs, nameTabUrl } from './name-tabs.tsx';
import { words } from './name-words.ts';

const pageSize = 20;

interface Pages {
  pagination: typeof noPages;
}

/** What the tabs show that list no names. */
export type OtherTab =
  | { tab: 'duplicates'; page: number; list: Loaded<Pages & { duplicates: Duplicate[] }> }
  | { tab: 'history'; page: number; list: Loaded<Pages & { changes: NameChange[] }> };

export const loadOtherTab = async (url: URL, kind: NameKind, tab: OtherTab['tab']): Promise<OtherTab> => {
  const page = pageOf(url);
  const query = { page, limit: pageSize };
  if (tab === 'duplicates') {
    const nothing = { duplicates: [], pagination: noPages };
    return { tab, page, list: await loadPage(url, loadDuplicates(kind, query), nothing, 'Failed to fetch duplicates') };
  }
  const nothing = { changes: [], pagination: noPages };
  return { tab, page, list: await loadPage(url, loadNameChanges(kind, query), nothing, 'Failed to fetch the history') };
};

export function OtherTabScreen({ kind, loaded }: { kind: NameKind; loaded: OtherTab }) {
  const location = useLocation();
  const { merge, dialog } = useNameActions(kind, nameTabUrl(kind, 'history'));
  const { totalPages, totalCount } = loaded.list.data.pagination;
  const { many } = words[kind];
  const title =
    loaded.tab === 'duplicates'
      ? countedTitle('Likely duplicates', totalCount, loaded.list.problem)
      : `History of ${many}`;
  return (
    <>
      <ScreenHead title={title} />
      <NameTabs kind={kind} active={loaded.tab} />
      {loaded.tab === 'duplicates' ? (
        <Duplicates
          kind={kind}
          duplicates={loaded.list.data.duplicates}
          problem={loaded.list.problem}
          onMerge={merge}
        />
      ) : (
        <NameHistory changes={loaded.list.data.changes} problem={loaded.list.problem} />
      )}
      <Pagination page={loaded.page} totalPages={totalPages} hrefOf={pageUrl(location)} siblings={2} />
      {dialog}
    </>
  );
}

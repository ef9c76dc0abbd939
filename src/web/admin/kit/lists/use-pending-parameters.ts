import { useLocation, useNavigation } from 'react-router';

/** The query of the list that is loading, or else of the one on the screen: what changes a list must start from it. */
export const usePendingQuery = (): string => {
  const { pathname, search } = useLocation();
  const loading = useNavigation().location;
  return loading?.pathname === pathname ? loading.search : search;
};

export const usePendingParameters = (): URLSearchParams => new URLSearchParams(usePendingQuery());

import { useEffect, useState } from 'react';
import { useMatches } from 'react-router';

/** Prefix of the ids of routes without the age gate. The browser knows the routes, but not the table of pages. */
export const ungatedIdPrefix = 'ungated/';

export const isUngatedId = (routeId: string) => routeId.startsWith(ungatedIdPrefix);

/**
 * Whether the current page is shown without the age gate. A document that was opened on such a page doesn't contain the
 * gate, so navigating to a gated page reloads it. Until then, the page's style hides the content.
 */
export const useIsUngated = () => {
  const isUngated = useMatches().some(({ id }) => isUngatedId(id));
  const [isOpenedUngated] = useState(isUngated);
  useEffect(() => {
    if (isOpenedUngated && !isUngated && !document.documentElement.hasAttribute('data-adult')) location.reload();
  }, [isOpenedUngated, isUngated]);
  return isUngated;
};

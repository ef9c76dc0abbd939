import { useEffect, useState } from 'react';
import { useMatches } from 'react-router';

/** Begins the ids of routes without the age gate: the browser does not load the table of pages, but knows its routes. */
export const ungatedIdPrefix = 'ungated/';

export const isUngatedId = (routeId: string) => routeId.startsWith(ungatedIdPrefix);

/**
 * Whether the current page may be read without answering the age gate. A document that was opened on such a page has no
 * gate to ask with, so a page that needs it is loaded as a document of its own; the page's style hides it until then.
 */
export const useIsUngated = () => {
  const isUngated = useMatches().some(({ id }) => isUngatedId(id));
  const [isOpenedUngated] = useState(isUngated);
  useEffect(() => {
    if (isOpenedUngated && !isUngated && !document.documentElement.hasAttribute('data-adult')) location.reload();
  }, [isOpenedUngated, isUngated]);
  return isUngated;
};

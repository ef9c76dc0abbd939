import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

/** The site's settings and its own origin. */
export const useSite = () => {
  const site = useRouteLoaderData<typeof loader>('root');
  if (!site) throw new Error('The page is shown outside of the site.');
  return site;
};

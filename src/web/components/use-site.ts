import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

/** The site's settings and origin. */
export const useSite = () => {
  const site = useRouteLoaderData<typeof loader>('root');
  if (!site) throw new Error('useSite() needs the data of the root route.');
  return site;
};

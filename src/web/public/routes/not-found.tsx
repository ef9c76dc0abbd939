import { data } from 'react-router';
import { siteContext } from '../../site-context.ts';
import { fetchPopular } from '../lists/popular.ts';
import { NotFoundPage } from '../page-error.tsx';
import type { Route } from './+types/not-found.ts';

export const loader = async ({ context }: Route.LoaderArgs) =>
  data(await fetchPopular(context.get(siteContext).client), { status: 404 });

export default function NotFound({ loaderData, params }: Route.ComponentProps) {
  // Unknown paths match the route `*`; /404 and /notfound have their own routes and keep their URL.
  return <NotFoundPage popular={loaderData} {...('*' in params ? { path: '/404' } : {})} />;
}

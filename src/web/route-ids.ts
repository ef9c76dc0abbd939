import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';

type Routes = ServerBuild['routes'];

const childrenOf = (routes: Routes, parentId: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route?.parentId === parentId)
    .map((route) => {
      const { id = '', path, index } = route ?? {};
      return index ? { id, path, index: true } : { id, path, children: childrenOf(routes, id) };
    });

/** Returns a function that gives the ids of the routes that match a path. */
export const routeIdsOf = (routes: Routes) => {
  const tree = childrenOf(routes, undefined);
  return (path: string): string[] => (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? '');
};

import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { screens } from './admin/screens.ts';
import { ungatedIdPrefix } from './public/age-gate/ungated.ts';
import { publicPages } from './public/pages.ts';

const publicRoutes = publicPages.flatMap(({ path, file, numbered, isUngated }) => {
  const module = `public/routes/${file}.tsx`;
  const id = `${isUngated ? ungatedIdPrefix : 'public/'}${path || 'home'}`;
  const first = path === '' ? index(module, { id }) : route(path, module, { id });
  return numbered ? [first, route(path === '' ? ':page' : `${path}/:page`, module, { id: `${id}/:page` })] : [first];
});

export default [
  layout('public/layout.tsx', [...publicRoutes, route('*', 'public/routes/not-found.tsx')]),
  route('admin', 'admin/frame.tsx', [
    index('admin/login/screen.tsx'),
    layout(
      'admin/layout.tsx',
      screens.map(({ path, file }) => route(path, file)),
    ),
    route('*', 'admin/not-found.tsx'),
  ]),
] satisfies RouteConfig;

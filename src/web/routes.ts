import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';
import { screens } from './admin/screens.ts';

const lists = ['indian', 'muslim', 'top-videos', 'new-content', 'most-liked'];

export default [
  layout('public/layout.tsx', [
    index('public/routes/home.tsx'),
    route(':page', 'public/routes/home.tsx', { id: 'home-page' }),
    route('video/:id', 'public/routes/video.tsx'),
    route('pornstar/:name', 'public/routes/performer.tsx'),
    ...lists.map((path) => route(path, 'public/routes/audience-list.tsx', { id: path })),
    route('pornstars', 'public/routes/performers.tsx'),
    route('pornstars/:page', 'public/routes/performers.tsx', { id: 'pornstars-page' }),
    route('category/:slug', 'public/routes/category.tsx'),
    route('category/:slug/:page', 'public/routes/category.tsx', { id: 'category-page' }),
    route('tag/:tag', 'public/routes/tag.tsx'),
    route('tag/:tag/:page', 'public/routes/tag.tsx', { id: 'tag-page' }),
    route('tags', 'public/routes/tags.tsx'),
    route('our-network', 'public/routes/our-network.tsx'),
    route('search', 'public/routes/search.tsx'),
    route('mine', 'public/routes/favourites.tsx'),
    route('404', 'public/routes/not-found.tsx', { id: 'not-found-404' }),
    route('notfound', 'public/routes/not-found.tsx', { id: 'notfound' }),
    route('*', 'public/routes/not-found.tsx'),
  ]),
  route('admin', 'admin/frame.tsx', [
    index('admin/login/screen.tsx'),
    layout(
      'admin/layout.tsx',
      screens.map(({ path, file }) => route(path, file)),
    ),
  ]),
] satisfies RouteConfig;

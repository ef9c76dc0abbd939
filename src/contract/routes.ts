import { partnerRoutes } from './partners.ts';
import { performerRoutes } from './performers.ts';
import type { Route } from './route.ts';
import { searchRoutes } from './search.ts';
import { settingsRoutes } from './settings.ts';
import { tagRoutes } from './tags.ts';
import { videoRoutes } from './videos.ts';

/** Every call of the API, by the name that its handler and its client method carry. */
export const routes = {
  ...videoRoutes,
  ...tagRoutes,
  ...performerRoutes,
  ...searchRoutes,
  ...partnerRoutes,
  ...settingsRoutes,
} satisfies Record<string, Route>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

import { reportRoutes as routes } from '../reports.ts';

/** The calls of the report page, which no other page loads: vite.config.ts leaves out their schemas. */
export const reportRoutes = routes;

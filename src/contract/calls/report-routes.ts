import { reportRoutes as routes } from '../reports.ts';

/** The calls of the report page. In a file of their own because vite.config.ts strips the schemas of whole files. */
export const reportRoutes = routes;

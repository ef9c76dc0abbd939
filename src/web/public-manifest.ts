/** Removes the back-office's routes. Public pages don't need them: links to the back-office load a document. */
export const withoutAdmin = <Route>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('admin/')));

/** The path of the public routes' manifest, next to the full manifest. */
export const publicManifestPath = (path: string): string => path.replace(/manifest-(?=[^/]+$)/, 'public-manifest-');

const assignment = /^window\.__reactRouterManifest=(.*);$/s;

/** The manifest module without the back-office's routes. */
export const publicManifest = (module: string): string => {
  const [, json] = assignment.exec(module.trim()) ?? [];
  if (json === undefined) throw new Error('The route manifest has an unexpected format.');
  const manifest = JSON.parse(json) as { routes: Record<string, unknown>; url: string };
  const routes = withoutAdmin(manifest.routes);
  const slim = { ...manifest, routes, url: publicManifestPath(manifest.url) };
  return `window.__reactRouterManifest=${JSON.stringify(slim)};`;
};

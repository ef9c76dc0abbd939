/** The routes that visitors need: they get to the back-office, and back, by loading a document. */
export const withoutAdmin = <Route>(routes: Record<string, Route>): Record<string, Route> =>
  Object.fromEntries(Object.entries(routes).filter(([id]) => !id.startsWith('admin/')));

/** Where the manifest of the public routes is, beside that of all. */
export const publicManifestPath = (path: string): string => path.replace(/manifest-(?=[^/]+$)/, 'public-manifest-');

const assignment = /^window\.__reactRouterManifest=(.*);$/s;

/** The manifest's module without the back-office. */
export const publicManifest = (module: string): string => {
  const [, json] = assignment.exec(module.trim()) ?? [];
  if (json === undefined) throw new Error('The manifest of the routes has another form than expected.');
  const manifest = JSON.parse(json) as { routes: Record<string, unknown>; url: string };
  const routes = withoutAdmin(manifest.routes);
  const slim = { ...manifest, routes, url: publicManifestPath(manifest.url) };
  return `window.__reactRouterManifest=${JSON.stringify(slim)};`;
};

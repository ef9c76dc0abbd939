/** Vite injects its styles as inline elements and connects to a WebSocket on a port of its own. */
export const hotReloadDirectives = { 'style-src': `'self' 'unsafe-inline'`, 'connect-src': `'self' ws:` };

/** Vite injects inline styles and connects to a WebSocket on a separate port. */
export const hotReloadDirectives = { 'style-src': `'self' 'unsafe-inline'`, 'connect-src': `'self' ws:` };

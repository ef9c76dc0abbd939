/** For `localhost`, Fastify would open a second server, which has neither cached pages nor limits for connections. */
export const listenHost = (host: string) => (host === 'localhost' ? '127.0.0.1' : host);

/** The URL by which the site reaches itself. */
export const ownUrl = (host: string, port: number) => {
  const anyInterface = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host];
  return `http://${anyInterface ?? (host.includes(':') ? `[${host}]` : listenHost(host))}:${port}`;
};

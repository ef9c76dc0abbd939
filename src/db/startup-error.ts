/** Marquee cannot start. The message is one line that says how to fix it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Marquee cannot start. The message is one clear line that says what to do about it. */
export class StartupError extends Error {}

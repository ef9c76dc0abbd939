const sentences: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys do not work at this URL. Open the site by its own name and over https.',
};

/** The browser or the device did not go along; the message is for the admin. */
export class PasskeyError extends Error {
  constructor(cause: unknown) {
    const name = cause instanceof Error ? cause.name : '';
    super(sentences[name] ?? 'The browser could not use a passkey.', { cause });
    this.name = 'PasskeyError';
  }
}

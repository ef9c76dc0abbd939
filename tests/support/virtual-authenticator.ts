import type { Page } from 'playwright-core';

/** A passkey device of Chromium's DevTools, whose owner confirms everything. */
export const addVirtualAuthenticator = async (page: Page) => {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** From now on the owner's finger is not recognised. */
    refuseOwner: () => devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  };
};

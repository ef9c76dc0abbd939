import { screens, screenUrl } from '#web/admin/screens.ts';

/** The URLs of every screen behind the login, on the demo catalogue. */
export const adminScreens = screens.flatMap((screen) => screen.examples ?? [screenUrl(screen)]);

import { createClient } from '#contract/client.ts';
import { forgetAdmin, isSignedIn, rememberPlace } from './admin-session.ts';

/** Calls the API for the back-office. An answer of 401 ends what the browser knows of the session. */
export const adminClient = createClient(async ({ method, path, body }) => {
  const response = await fetch(`/api${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  });
  if (response.status === 401 && isSignedIn()) {
    rememberPlace(window.location);
    forgetAdmin();
  }
  return response;
});

import { createClient } from '#contract/client.ts';
import { forgetAdmin, isSignedIn, rememberReturnUrl } from './admin-session.ts';

/** The API client of the back-office. A 401 clears the stored session. */
export const adminClient = createClient(async ({ method, path, body }) => {
  const response = await fetch(`/api${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  });
  if (response.status === 401 && isSignedIn()) {
    rememberReturnUrl(window.location);
    forgetAdmin();
  }
  return response;
});

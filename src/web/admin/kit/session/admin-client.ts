import { createClient } from '#contract/client.ts';
import { fetchTransport } from '../../../fetch-transport.ts';
import { forgetAdmin, isSignedIn, rememberReturnUrl } from './admin-session.ts';

const transport = fetchTransport({ keepalive: false });

/** The API client of the back-office. A 401 clears the stored session. */
export const adminClient = createClient(async (request) => {
  const response = await transport(request);
  if (response.status === 401 && isSignedIn()) {
    rememberReturnUrl(window.location);
    forgetAdmin();
  }
  return response;
});

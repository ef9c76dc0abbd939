import { createClient } from '#contract/client.ts';
import type { ProblemCode } from '#contract/values/problem-codes.ts';
import { fetchTransport } from '../../../fetch-transport.ts';
import { forgetAdmin, isSignedIn, readAdmin, rememberReturnUrl, storeAdmin } from './admin-session.ts';
import { withFreshProof } from './fresh-proof.ts';

const transport = withFreshProof(fetchTransport({ keepalive: false }));

/** The settings may require a second factor while somebody is signed in. */
const rememberRequirement = ({ code }: { code?: ProblemCode }) => {
  const admin = readAdmin();
  if (admin && code === 'second_factor_required') storeAdmin({ ...admin, mustAddSecondFactor: true });
};

/** The API client of the back-office. A 401 clears the stored session. */
export const adminClient = createClient(async (request) => {
  const response = await transport(request);
  if (response.status === 403) {
    const problem = (await response.json().catch(() => ({}))) as { code?: ProblemCode };
    rememberRequirement(problem);
    return { status: response.status, statusText: response.statusText, json: async () => problem };
  }
  if (response.status === 401 && isSignedIn()) {
    rememberReturnUrl(window.location);
    forgetAdmin();
  }
  return response;
});

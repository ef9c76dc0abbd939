import { createClient } from '#contract/client.ts';
import { routes } from '#contract/routes.ts';
import type { ProblemCode } from '#contract/values/problem-codes.ts';
import { fetchTransport } from '../../../fetch-transport.ts';
import { readAdmin, storeAdmin } from './admin-session.ts';
import { withSession } from './ended-session.ts';
import { withFreshProof } from './fresh-proof.ts';

/** No call of the back-office takes long: what does is a job, whose progress is asked for. */
const timeoutMs = 30_000;

const plainTransport = fetchTransport({ keepalive: false, timeoutMs });
const transport = withFreshProof(withSession(plainTransport));

/** The settings may require a second factor while somebody is signed in. */
const rememberRequirement = ({ code }: { code?: ProblemCode }) => {
  const admin = readAdmin();
  if (admin && code === 'second_factor_required') storeAdmin({ ...admin, mustAddSecondFactor: true });
};

/** The API client of the back-office. */
export const adminClient = createClient(routes, async (request) => {
  const response = await transport(request);
  if (response.status !== 403) return response;
  const problem = (await response.json().catch(() => ({}))) as { code?: ProblemCode };
  rememberRequirement(problem);
  return { status: response.status, statusText: response.statusText, json: async () => problem };
});

/**
 * Its calls fail if nobody is signed in. For the sign-in itself, and for what helps while somebody types: a sign-in that
 * opens then would take the typing.
 */
export const plainClient = createClient(routes, plainTransport);

import type { Transport } from '#contract/calls/client.ts';
import type { ProblemCode } from '#contract/values/accounts.ts';

/** Resolves to whether the admin has confirmed their identity. */
type AskForProof = () => Promise<boolean>;

const notConfirmed = 'Nothing was changed, because you did not confirm that it’s you.';

let showDialog: AskForProof = async () => false;
let pending: Promise<boolean> | undefined;

/** Calls that need a proof at the same time share one dialog. */
const askForProof: AskForProof = () => {
  pending ??= showDialog().finally(() => {
    pending = undefined;
  });
  return pending;
};

/** Registers the dialog that asks for a proof. Returns a function that removes it. */
export const provideProofDialog = (show: AskForProof) => {
  showDialog = show;
  return () => {
    showDialog = async () => false;
  };
};

/** If a call needs a fresh proof of identity, asks for one and repeats the call. */
export const withFreshProof =
  (transport: Transport): Transport =>
  async (request) => {
    for (;;) {
      const response = await transport(request);
      if (response.status !== 403) return response;
      const { status, statusText } = response;
      const body = (await response.json().catch(() => ({}))) as { code?: ProblemCode };
      if (body.code !== 'fresh_proof_required') return { status, statusText, json: async () => body };
      if (!(await askForProof())) return { status, statusText, json: async () => ({ ...body, message: notConfirmed }) };
    }
  };

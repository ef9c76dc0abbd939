import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '#contract/calls/api-error.ts';
import { createClient, type Transport } from '#contract/calls/client.ts';
import { routes } from '#contract/calls/routes.ts';
import { provideProofDialog, withFreshProof } from '#web/admin/kit/session/fresh-proof.ts';

const required = { success: false, message: 'Please confirm that it is you.', code: 'fresh_proof_required' };

let removeDialog = () => {};
afterEach(() => removeDialog());

/** An API that wants a proof, and a dialog that gives one when told to. */
const start = (problem: object = required) => {
  let proved = false;
  let shown = 0;
  let answer: (confirmed: boolean) => void = () => {};
  const bodies: (string | undefined)[] = [];
  const transport: Transport = async ({ body }) => {
    bodies.push(body as string | undefined);
    return proved
      ? { status: 200, statusText: 'OK', json: async () => ({ success: true }) }
      : { status: 403, statusText: 'Forbidden', json: async () => problem };
  };
  removeDialog = provideProofDialog(() => {
    shown += 1;
    return new Promise((resolve) => {
      answer = (confirmed) => {
        proved ||= confirmed;
        resolve(confirmed);
      };
    });
  });
  return {
    client: createClient(routes, withFreshProof(transport)),
    bodies,
    shown: () => shown,
    answer: (confirmed: boolean) => answer(confirmed),
  };
};

const newAdmin = { username: 'desk', email: 'desk@example.com', password: 'chosen by another' };

describe('a call that needs a fresh proof', () => {
  it('is repeated as it was once there is one', async () => {
    const { client, bodies, shown, answer } = start();
    const created = client.createAdmin({ body: newAdmin });
    await expect.poll(shown).toBe(1);
    answer(true);
    expect(await created).toEqual({ success: true });
    expect(bodies).toEqual([JSON.stringify(newAdmin), JSON.stringify(newAdmin)]);
  });

  it('shares the dialog with others at the same time', async () => {
    const { client, bodies, shown, answer } = start();
    const calls = ['1', '2', '3'].map((id) => client.endAnySession({ params: { id } }));
    await expect.poll(() => bodies.length).toBe(3);
    await expect.poll(shown).toBe(1);
    answer(true);
    expect(await Promise.all(calls)).toHaveLength(3);
    expect(shown()).toBe(1);
  });

  it('fails with a sentence if the admin cancels, and asks again the next time', async () => {
    const { client, bodies, shown, answer } = start();
    const created = client.createAdmin({ body: newAdmin });
    await expect.poll(shown).toBe(1);
    answer(false);
    const failure = await created.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 403,
      serverMessage: 'Nothing was changed, because you did not confirm that it’s you.',
    });
    expect(bodies).toHaveLength(1);
    void client.createAdmin({ body: newAdmin });
    await expect.poll(shown).toBe(2);
    answer(true);
  });
});

it('no other 403 opens the dialog', async () => {
  const { client, shown } = start({ success: false, message: 'Only main admins can do this.' });
  await expect(client.createAdmin({ body: newAdmin })).rejects.toThrow('Only main admins can do this.');
  expect(shown()).toBe(0);
});

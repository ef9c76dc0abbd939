/** What decides who gets in asks an admin who signed in an hour ago for their password again. */
import { type BackOffice, dialogOf, openScreen } from './back-office-site.ts';
import { provedAgo } from './proved-ago.ts';
import { createSignedInAdmin } from './sign-in.ts';

export const proofTitle = 'Confirm it’s you';
export const notConfirmed = 'Nothing was changed, because you did not confirm that it’s you.';

/** A main admin who signed in an hour ago. */
export const openAnHourLater = async (office: BackOffice, url: string, options: object = {}) => {
  const admin = await createSignedInAdmin(office.site, 'main_admin');
  const { id, email, cookie } = admin;
  await provedAgo(office.site, cookie, 60);
  const session = { cookie, admin: { _id: String(id), role: 'main_admin' as const, email } };
  const page = await office.newPage(options, { session });
  await openScreen(page, url);
  const proof = dialogOf(page, proofTitle);
  return {
    page,
    admin,
    proof,
    confirm: async (password: string) => {
      await proof.getByLabel('Password').fill(password);
      await proof.getByRole('button', { name: 'Confirm' }).click();
    },
  };
};

import type { Db } from '#db/database.ts';

/** They receive the emails about failures. */
export const readMainAdmins = (tx: Db): Promise<{ id: number; username: string; email: string }[]> =>
  tx
    .selectFrom('admins')
    .select(['id', 'username', 'email'])
    .where('role', '=', 'main_admin')
    .where('is_active', '=', true)
    .orderBy('id')
    .execute();

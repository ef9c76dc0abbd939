import type { Role } from '#contract/values/roles.ts';

/** The signed-in admin behind a request. */
export interface Session {
  id: number;
  adminId: number;
  username: string;
  email: string;
  role: Role;
}

import type { Role } from '#contract/values/roles.ts';

/** Who asks, as the server knows it. */
export interface Session {
  id: number;
  adminId: number;
  username: string;
  email: string;
  role: Role;
}

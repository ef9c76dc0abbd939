export type Role = 'main_admin' | 'admin';

/** Who asks, as the server knows it. */
export interface Session {
  id: number;
  adminId: number;
  username: string;
  email: string;
  role: Role;
}

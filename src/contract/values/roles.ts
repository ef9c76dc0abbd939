export const roles = ['main_admin', 'admin'] as const;
export type Role = (typeof roles)[number];

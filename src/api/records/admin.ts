import type { AdminRecord } from '#contract/accounts.ts';
import type { Admin } from '#domain/accounts/admins.ts';

export const toAdminRecord = (admin: Admin): AdminRecord => ({
  _id: String(admin.id),
  username: admin.username,
  email: admin.email,
  role: admin.role,
  isActive: admin.isActive,
  mustChangePassword: admin.mustChangePassword,
  hasSecondFactor: admin.hasSecondFactor,
  mustAddSecondFactor: admin.mustAddSecondFactor,
  createdBy: admin.createdBy,
  createdAt: admin.createdAt.toISOString(),
  lastLogin: admin.lastLoginAt?.toISOString() ?? null,
});

import type { Admin } from '../kit/records/admin.ts';

export function AdminStats({ admins }: { admins: Admin[] }) {
  const active = admins.filter(({ isActive }) => isActive).length;
  const stats = [
    ['Total', admins.length],
    ['Active', active],
    ['Inactive', admins.length - active],
    ['Main Admins', admins.filter(({ role }) => role === 'main_admin').length],
  ];
  return (
    <dl aria-label="Admins in numbers" className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {stats.map(([label, count]) => (
        <div key={label} className="rounded-2xl border border-line bg-surface p-4">
          <dt className="text-[13px] text-muted">{label}</dt>
          <dd className="mt-1 text-2xl font-[650] tracking-[-0.03em] tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}

import { Link } from 'react-router';

const actions = [
  { to: '/admin/posts?add=1', label: 'Add post' },
  { to: '/admin/stars', label: 'Manage stars' },
  { to: '/admin/networks', label: 'Manage networks' },
  { to: '/admin/channels', label: 'Manage channels' },
  { to: '/admin/terabox', label: 'Manage TeraBox links' },
];

export function QuickActions() {
  return (
    <nav aria-label="Quick actions" className="flex flex-wrap gap-2">
      {actions.map(({ to, label }, index) => (
        <Link key={to} to={to} className={`btn ${index === 0 ? 'btn-primary' : 'btn-quiet'} h-10 px-4 text-sm`}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

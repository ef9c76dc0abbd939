const waysOn = [
  { label: 'Top videos', to: '/top-videos' },
  { label: 'New content', to: '/new-content' },
  { label: 'All tags', to: '/tags' },
  { label: 'Models', to: '/pornstars' },
];

export function WaysOn() {
  return (
    <ul aria-label="Where to go from here" className="mt-6 flex flex-wrap justify-center gap-2">
      {waysOn.map(({ label, to }) => (
        <li key={to}>
          <a href={to} className="btn btn-quiet px-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

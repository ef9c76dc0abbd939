interface FooterLinksProps {
  heading: string;
  links: { label: string; to: string }[];
}

export function FooterLinks({ heading, links }: FooterLinksProps) {
  return (
    <nav aria-label={heading}>
      <h2 className="mb-3 text-[13px] font-medium text-muted">{heading}</h2>
      <ul className="flex flex-wrap gap-x-3.5">
        {links.map(({ label, to }) => (
          <li key={to} data-tags={to.startsWith('/tag/') ? to.slice(5) : undefined}>
            <a href={to} className="inline-block py-1 text-sm transition-colors hover:text-accent hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

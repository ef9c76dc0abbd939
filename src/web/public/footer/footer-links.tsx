interface FooterLinksProps {
  heading: string;
  links: { label: string; to: string }[];
}

export function FooterLinks({ heading, links }: FooterLinksProps) {
  return (
    <nav aria-label={heading}>
      <h2 className="mb-3 text-[13px] font-medium text-muted">{heading}</h2>
      <ul className="footer-links">
        {links.map(({ label, to }) => (
          <li key={to} data-tags={to.startsWith('/tag/') ? to.slice(5) : undefined}>
            <a href={to}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

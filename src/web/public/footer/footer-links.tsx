interface FooterLinksProps {
  heading: string;
  /** `tag` is the slug of the tag that a link leads to. */
  links: { label: string; to: string; tag?: string }[];
}

export function FooterLinks({ heading, links }: FooterLinksProps) {
  return (
    <nav aria-label={heading}>
      <h2 className="mb-3 text-[13px] font-medium text-muted">{heading}</h2>
      <ul className="footer-links">
        {links.map(({ label, to, tag }) => (
          <li key={to} data-tags={tag}>
            <a href={to} dir="auto">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

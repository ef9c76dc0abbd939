import { escaped } from '../../components/markup/attributes.ts';
import type { WritesMarkup } from '../../components/markup/markup-of.ts';

export interface FooterLink {
  label: string;
  to: string;
  /** The slug of the tag that it leads to. */
  tag?: string;
}

interface FooterLinksProps {
  heading: string;
  links: FooterLink[];
}

export const FooterLinks: WritesMarkup<FooterLinksProps> = ({ heading, links }) => {
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
};

const linkMarkup = ({ label, to, tag }: FooterLink) =>
  `<li${tag === undefined ? '' : ` data-tags="${escaped(tag)}"`}><a href="${escaped(to)}" dir="auto">${escaped(label)}</a></li>`;

if (import.meta.env.SSR)
  FooterLinks.markup = ({ heading, links }) =>
    `<nav aria-label="${heading}"><h2 class="mb-3 text-[13px] font-medium text-muted">${heading}</h2><ul class="footer-links">${links.map(linkMarkup).join('')}</ul></nav>`;

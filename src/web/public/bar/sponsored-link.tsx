import { useSite } from '../site.ts';

export function SponsoredLink() {
  const { label, url } = useSite().settings.sponsoredLink;
  if (label === '') return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="truncate rounded-lg border border-dashed border-line-strong px-2.5 py-1.5 text-xs text-muted transition-colors hover:text-text max-[480px]:hidden"
    >
      Sponsored · {label}
    </a>
  );
}

import { useSite } from '../../components/use-site.ts';

export function SponsoredLink() {
  const { label, url } = useSite().settings.sponsoredLink;
  if (label === '') return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="min-w-0 truncate rounded-lg border border-dashed border-line-strong px-2.5 py-1.5 text-xs text-muted transition-colors hover:text-text"
    >
      <span className="max-[480px]:hidden">Sponsored</span>
      <span className="hidden max-[480px]:inline">Ad</span> · {label}
    </a>
  );
}

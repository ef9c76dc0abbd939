import { useSite } from '../../components/use-site.ts';

export function SponsoredLink() {
  const { label, url } = useSite().settings.sponsoredLink;
  if (label === '') return null;
  return (
    <a
      href={url}
      target="_blank"
      rel="sponsored nofollow noopener"
      className="for-adults flex min-h-11 min-w-0 items-center text-xs text-muted transition-colors hover:text-text max-[480px]:text-[11px] max-[480px]:leading-tight"
    >
      <span className="min-w-0 truncate rounded-lg border border-dashed border-line-strong px-2 py-1 min-[481px]:px-2.5 min-[481px]:py-1.5">
        <span className="max-[480px]:hidden">Sponsored · {label}</span>
        <span className="min-[481px]:hidden">Ad</span>
        <span className="block truncate max-[359px]:hidden min-[481px]:hidden">{label}</span>
      </span>
    </a>
  );
}

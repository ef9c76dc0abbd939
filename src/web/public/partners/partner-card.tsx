import type { Website } from '#contract/partners.ts';
import { firstWords } from '../../components/format/text.ts';
import { Icon } from '../../components/icon.tsx';
import { logoUrl } from '../../components/logo-url.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';

export function PartnerCard({ partner }: { partner: Website }) {
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <span className="block size-14 flex-none overflow-hidden rounded-xl bg-raised">
          <Thumbnail src={logoUrl(partner.webLogo)} alt={`Logo of ${partner.webName}`} />
        </span>
        <h2 className="min-w-0">{partner.webName}</h2>
      </div>
      <p className="mt-4 flex-1 text-muted">{firstWords(partner.webDesc)}</p>
      <a href={partner.webLink} target="_blank" rel="nofollow noopener" className="btn btn-quiet mt-5">
        Visit<span className="sr-only"> {partner.webName}</span>
        <Icon name="leave" size={18} />
      </a>
    </li>
  );
}

import { firstWords } from '../../components/format/text.ts';
import { Icon } from '../../components/icon.tsx';
import { smallLayout } from '../../components/picture-sources.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';
import { clickOut } from '../clicks-out.ts';
import type { Partner } from './partner.ts';

export function PartnerCard({ partner: { name, url, logo, description } }: { partner: Partner }) {
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <span className="block size-14 flex-none overflow-hidden rounded-xl bg-raised">
          <Thumbnail src={logo} alt={`Logo of ${name}`} layout={smallLayout} />
        </span>
        <h2 dir="auto" className="min-w-0">
          {name}
        </h2>
      </div>
      <p dir="auto" className="mt-4 flex-1 text-muted">
        {firstWords(description)}
      </p>
      <a href={url} target="_blank" rel="nofollow noopener" className="btn btn-quiet mt-5" {...clickOut('visit', url)}>
        Visit<span className="sr-only"> {name}</span>
        <Icon name="leave" size={18} />
      </a>
    </li>
  );
}

import { Icon } from '../../components/icon.tsx';
import type { VideoPage } from '../lists/video-page.ts';
import { selectedOf } from './labels.ts';
import type { Narrowing } from './narrowing.ts';

interface SelectedChipsProps {
  list: VideoPage;
  hrefOf: (narrowing: Narrowing) => string;
  clearHref: string;
}

/** What the list is narrowed by, each with a link that takes it back. */
export function SelectedChips({ list, hrefOf, clearHref }: SelectedChipsProps) {
  const selected = selectedOf(list.narrowing, list.facets?.names);
  if (selected.length === 0) return null;
  return (
    <ul aria-label="Selected">
      {selected.map(({ label, without }) => (
        <li key={label}>
          <a href={hrefOf(without)} rel="nofollow" aria-label={`Remove ${label}`} className="chip">
            <bdi>{label}</bdi>
            <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      <li>
        <a href={clearHref} className="font-medium text-accent underline underline-offset-3">
          Clear all
        </a>
      </li>
    </ul>
  );
}

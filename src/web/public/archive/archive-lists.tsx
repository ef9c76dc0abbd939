import { durationLabel } from '../../components/format/duration.ts';
import { plural } from '../../components/format/plural.ts';
import type { ArchiveEntry, ArchiveVideo } from './archive-data.ts';

export function ArchiveEntries({ label, entries }: { label: string; entries: ArchiveEntry[] }) {
  return (
    <ul aria-label={label} className="archive-list">
      {entries.map(({ name, path, count }) => (
        <li key={path}>
          <a href={path}>{name}</a> <span>{plural(count, 'video')}</span>
        </li>
      ))}
    </ul>
  );
}

export function ArchiveVideos({ label, videos }: { label: string; videos: ArchiveVideo[] }) {
  return (
    <ul aria-label={label} className="archive-list">
      {videos.map(({ path, title, minutes, tagWords }) => (
        <li key={path} data-tags={tagWords}>
          <a href={path} dir="auto">
            {title}
          </a>{' '}
          <span>{durationLabel(minutes)}</span>
        </li>
      ))}
    </ul>
  );
}

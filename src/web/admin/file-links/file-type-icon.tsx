import type { FileLink } from '../kit/records/file-link.ts';

const page = 'M6 3h8l4 4v14H6zM14 3v4h4';

const paths: Record<FileLink['fileType'], string> = {
  video: 'M8 5.5v13l11-6.5z',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
  document: `${page}M9 12h6M9 16h6`,
  archive: `${page}M11 6h1M12 9h1M11 12h1M12 15h1v3h-2v-3z`,
  other: page,
};

export function FileTypeIcon({ type }: { type: FileLink['fileType'] }) {
  return (
    <svg
      role="img"
      aria-label={type}
      data-icon={type}
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="text-accent"
    >
      <path d={paths[type]} />
    </svg>
  );
}

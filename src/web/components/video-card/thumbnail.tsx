import { useBrokenImage } from './use-broken-image.ts';

export interface ThumbnailProps {
  src: string;
  alt: string;
  /** In view when the page opens: loaded at once, the largest of them before all others. */
  inView?: boolean | 'largest' | undefined;
}

export function Thumbnail({ src, alt, inView = false }: ThumbnailProps) {
  const { broken, watch } = useBrokenImage();

  if (broken || src === '')
    return (
      <span
        role="img"
        aria-label={`${alt}: Image not found`}
        className="grid size-full place-items-center bg-raised p-2 text-center text-[13px] text-muted"
      >
        Image not found
      </span>
    );
  return (
    <img
      {...watch}
      src={src}
      alt={alt}
      width={640}
      height={360}
      {...(inView ? {} : { loading: 'lazy' })}
      {...(inView === 'largest' ? { fetchPriority: 'high' } : {})}
      decoding="async"
      className="thumbnail"
    />
  );
}

import { useBrokenImage } from './use-broken-image.ts';

interface ThumbnailProps {
  src: string;
  alt: string;
}

/** Lazy throughout: an image behind the age gate is not laid out, so the browser does not fetch it. */
export function Thumbnail({ src, alt }: ThumbnailProps) {
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
      loading="lazy"
      decoding="async"
      className="thumbnail"
    />
  );
}

import { useState } from 'react';
import { picturesPath } from '#contract/values/urls.ts';

interface PictureProps {
  src: string;
  alt: string;
  className: string;
  /** Whether the post is withheld or was reported. */
  isWithheld?: boolean;
}

/**
 * The URL of a picture on this site's image proxy, so that admins' browsers don't contact other sites. Pictures of
 * withheld posts aren't cached on the way.
 */
export const pictureSrc = (url: string, { width = 320, isWithheld = false } = {}) =>
  /^https?:\/\//i.test(url)
    ? `${picturesPath}any/${width}.webp?url=${encodeURIComponent(url)}${isWithheld ? '&withheld' : ''}`
    : url;

/** A small image in a list, with a placeholder if it is missing or broken. */
export function Picture({ src, alt, className, isWithheld = false }: PictureProps) {
  const [broken, setBroken] = useState<string>();
  if (src === '' || broken === src)
    return (
      <span
        role="img"
        aria-label={alt === '' ? 'No image' : `${alt}: no image`}
        className={`grid shrink-0 place-items-center bg-raised text-[11px] text-muted ${className}`}
      >
        —
      </span>
    );
  return (
    <img
      src={pictureSrc(src, { isWithheld })}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={`max-w-none shrink-0 bg-raised object-cover ${className}`}
    />
  );
}

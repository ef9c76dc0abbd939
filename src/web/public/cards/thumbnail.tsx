import { useEffect, useRef, useState } from 'react';

interface ThumbnailProps {
  src: string;
  alt: string;
  className?: string;
}

/** Lazy throughout: an image behind the age door is not laid out, and so is not fetched. */
export function Thumbnail({ src, alt, className = '' }: ThumbnailProps) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(src === '');

  useEffect(() => {
    const failedBeforeHydration = image.current?.complete && image.current.naturalWidth === 0;
    if (failedBeforeHydration && image.current?.currentSrc) setBroken(true);
  }, []);

  if (broken)
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
      ref={image}
      src={src}
      alt={alt}
      width={640}
      height={360}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className={`size-full object-cover ${className}`}
    />
  );
}

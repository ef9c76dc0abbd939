import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import { useBrokenImage } from '../../components/video-card/use-broken-image.ts';

interface PortraitProps {
  image: string | undefined;
  alt: string;
  className: string;
  /** Loaded at once. */
  inView?: boolean;
}

/** A performer's picture, or the placeholder if there is none or it cannot be loaded. */
export function Portrait({ image, alt, className, inView = false }: PortraitProps) {
  const { broken, watch } = useBrokenImage();
  return (
    <img
      {...watch}
      src={broken || !image ? performerPlaceholder : image}
      alt={alt}
      width={400}
      height={500}
      {...(inView ? {} : { loading: 'lazy' })}
      decoding="async"
      className={`object-cover ${className}`}
    />
  );
}

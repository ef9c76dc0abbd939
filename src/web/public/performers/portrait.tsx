import { performerPlaceholder } from '../../components/performer-placeholder.ts';
import { type PictureLayout, portraitLayout } from '../../components/picture-sources.ts';
import { SourcedImage } from '../../components/sourced-image.tsx';
import { useBrokenImage } from '../../components/video-card/use-broken-image.ts';

interface PortraitProps {
  image: string | undefined;
  alt: string;
  className: string;
  /** Loaded at once. */
  inView?: boolean;
  layout?: PictureLayout;
}

/** A performer's picture, or the placeholder if there is none or it cannot be loaded. */
export function Portrait({ image, alt, className, inView = false, layout = portraitLayout }: PortraitProps) {
  const { broken, watch } = useBrokenImage();
  return (
    <SourcedImage
      {...watch}
      picture={broken || !image ? performerPlaceholder : image}
      layout={layout}
      alt={alt}
      width={400}
      height={500}
      {...(inView ? {} : { loading: 'lazy' })}
      decoding="async"
      className={`object-cover ${className}`}
    />
  );
}

import { useEffect, useRef, useState } from 'react';

/** Whether an image could not be loaded, be it before React listened. */
export const useBrokenImage = () => {
  const ref = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);

  useEffect(() => {
    const image = ref.current;
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true);
  }, []);

  return { broken, watch: { ref, onError: () => setBroken(true) } };
};

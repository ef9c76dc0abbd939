import { useState } from 'react';
import { browserClient } from '../../browser-client.ts';
import type { CardVideo } from './card-video.ts';

/** A card's views. A click raises them at once and reports the view to the server. */
export const useCountedViews = ({ id, views }: CardVideo) => {
  const [counted, setCounted] = useState(views);
  const count = () => {
    const raised = (counted ?? 0) + 1;
    setCounted(raised);
    browserClient
      .updateViews({ params: { id }, body: { views: raised } })
      .catch((error: unknown) => console.warn(error));
  };
  return [counted, count] as const;
};

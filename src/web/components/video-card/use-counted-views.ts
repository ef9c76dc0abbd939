import { useState } from 'react';
import { browserClient } from '../../browser-client.ts';
import type { CardVideo } from './card-video.ts';

/** The views of a card's video; a click raises them at once, and is told to the server. */
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

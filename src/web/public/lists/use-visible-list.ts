import { useEffect, useState } from 'react';
import { abortableClient } from '../../browser-client.ts';
import { hidden, hideParameter } from '../favourites/stores.ts';
import { fetchList, shownOf, type VideoPage } from './video-page.ts';

/**
 * The page as this browser shows it. The server's page is the same for everybody, so what the browser hides is asked for
 * once more, without it: then the page is full and the totals are true. Until then, and if that fails, the style sheet of
 * the first-paint script hides it.
 */
export const useVisibleList = <List extends VideoPage | undefined>(whole: List): List => {
  const words = hidden.use();
  const [shown, setShown] = useState<{ of: VideoPage; list: VideoPage }>();
  const list = whole as VideoPage | undefined;

  useEffect(() => {
    if (words.length === 0 || !list?.source) return;
    const { source } = list;
    const controller = new AbortController();
    const { signal } = controller;
    fetchList(abortableClient(signal), { ...source, query: { ...source.query, hide: hideParameter() } })
      .then((response) => {
        const left = shownOf(response);
        const hiddenRecords = list.totalRecords - left.totalRecords;
        // With nothing left, the hidden videos stay in the page, so that it can say so (AllHidden).
        const videos = left.totalRecords === 0 ? { videos: list.videos } : {};
        return { ...list, ...left, ...videos, hiddenRecords };
      })
      // The cards that are left are shown.
      .catch((error: unknown) => {
        if (!signal.aborted) console.warn(error);
        return { ...list, hiddenRecords: 0 };
      })
      .then((visible) => signal.aborted || setShown({ of: list, list: visible }));
    return () => controller.abort();
  }, [list, words]);

  return (words.length > 0 && shown?.of === list ? shown?.list : whole) as List;
};

import { browserClient } from '../../browser-client.ts';
import { favourites, watchedVideos } from './stores.ts';

/** What the site had to remove must not live on in a visitor's own lists. Nothing about those lists is sent. */
export const forgetRemoved = async (): Promise<void> => {
  const { ids } = await browserClient.getRemovedVideos();
  const removed = new Set(ids);
  for (const store of [favourites, watchedVideos]) {
    const videos = store.read();
    const left = videos.filter(({ id }) => !removed.has(id));
    if (left.length < videos.length) store.write(left);
  }
};

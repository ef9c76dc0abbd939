import type { CardVideo } from '../../components/video-card/card-video.ts';
import { favourites, toggleFavourite } from './stores.ts';

/** A heart on a card's picture. Its icon is in the style sheet: a list has sixteen of them. */
export function SaveOnCard({ video }: { video: CardVideo }) {
  const saved = favourites.use().some(({ id }) => id === video.id);
  return (
    <button
      type="button"
      className="card-save"
      aria-pressed={saved}
      aria-label={`Favourite: ${video.title}`}
      onClick={() => toggleFavourite(video)}
    />
  );
}

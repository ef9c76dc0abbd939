import { Icon } from '../../components/icon.tsx';
import type { CardVideo } from '../../components/video-card/card-video.ts';
import { favourites, toggleFavourite } from './stores.ts';

export function FavouriteButton({ video }: { video: CardVideo }) {
  const saved = favourites.use().some(({ id }) => id === video.id);
  return (
    <button type="button" aria-pressed={saved} onClick={() => toggleFavourite(video)} className="btn btn-quiet">
      <Icon name="heart" size={18} filled={saved} />
      {saved ? 'Saved' : 'Save'}
    </button>
  );
}

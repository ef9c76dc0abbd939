import { useCallback, useState } from 'react';
import { durationLabel, likesLabel, viewsLabel } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { usePlainNumbers } from '../../components/plain-numbers.ts';
import { Toast } from '../../components/toast.tsx';
import type { CardVideo, WatchVideo } from '../../components/video-card/card-video.ts';
import { useViews } from '../../components/video-card/counted-views.ts';
import { clickOut } from '../clicks-out.ts';
import { favourites, toggleFavourite } from '../favourites/stores.ts';
import { hostOf } from './watch-page.ts';

export function VideoFacts({ video }: { video: WatchVideo }) {
  const views = useViews(video);
  const isPlain = usePlainNumbers();
  const isNew = isPlain && views === 0;
  const facts = [
    ...(isNew ? [['no views yet', 'New'] as const] : [[views === 1 ? 'view' : 'views', viewsLabel(views)] as const]),
    ...(isPlain && video.minutes === null ? [] : [['length', durationLabel(video.minutes)] as const]),
    ...(isNew ? [] : [['liked it', likesLabel(views)] as const]),
  ];
  return (
    <dl className="mt-3.5 flex gap-5 tabular-nums">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-14 flex-col-reverse">
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="text-[17px] font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChipsProps {
  heading: string;
  chips: { label: string; to: string }[];
}

export function Chips({ heading, chips }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <section>
      <h2>{heading}</h2>
      <ul className="mt-3 flex flex-wrap gap-2">
        {chips.map(({ label, to }) => (
          <li key={to}>
            <a href={to} dir="auto" className="chip">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Host names as labels. Repeated ones are numbered. */
const labelsOf = (links: readonly string[]) => {
  const hosts = links.map(hostOf);
  return hosts.map((host, at) => {
    const earlier = hosts.slice(0, at).filter((other) => other === host).length;
    return earlier === 0 ? host : `${host} (${earlier + 1})`;
  });
};

/** Other sites where the video can be watched. */
export function OtherLinks({ videoId, links }: { videoId: string; links: readonly string[] }) {
  if (links.length === 0) return null;
  const labels = labelsOf(links);
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5 text-[15px]">
      {links.map((link, at) => (
        <li key={link}>
          <a
            className="inline-flex min-h-11 items-center text-muted underline decoration-line underline-offset-4 hover:text-text hover:decoration-current"
            href={link}
            rel="nofollow noopener external"
            {...clickOut('link', videoId)}
          >
            Also at {labels[at]}
          </a>
        </li>
      ))}
    </ul>
  );
}

export function FavouriteButton({ video }: { video: CardVideo }) {
  const saved = favourites.use().some(({ id }) => id === video.id);
  return (
    <button type="button" aria-pressed={saved} onClick={() => toggleFavourite(video)} className="btn btn-quiet">
      <Icon name="heart" size={18} filled={saved} />
      {!saved ? 'Save' : favourites.isLasting() ? 'Saved' : 'Saved for now'}
    </button>
  );
}

type Shared = 'no' | 'copied' | 'shown';

/** Opens the browser's share sheet or copies the URL. Both may be unavailable, for example without https. */
const share = async (title: string, url: string): Promise<Shared> => {
  const outcome = await navigator.share?.({ title, url }).then(
    () => 'shared',
    (error: Error) => error.name,
  );
  if (outcome === 'shared' || outcome === 'AbortError') return 'no';
  try {
    await navigator.clipboard.writeText(url);
    return 'copied';
  } catch {
    return 'shown';
  }
};

export function ShareButton({ title, url }: { title: string; url: string }) {
  const [shared, setShared] = useState<Shared>('no');
  const close = useCallback(() => setShared('no'), []);
  return (
    <>
      <button type="button" className="btn btn-quiet" onClick={async () => setShared(await share(title, url))}>
        <Icon name="share" size={18} />
        Share
      </button>
      {shared === 'copied' && <Toast message="The link has been copied." onClose={close} />}
      {shared === 'shown' && (
        <label className="w-full max-w-md text-sm text-muted">
          Copy this link to share the video
          <input
            readOnly
            ref={(field) => field?.select()}
            value={url}
            onFocus={(event) => event.target.select()}
            className="field mt-1"
          />
        </label>
      )}
    </>
  );
}

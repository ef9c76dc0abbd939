import { videoPath } from '#contract/values/urls.ts';
import { cutTitle, durationBadge, durationLabel, likesLabel, viewsInThousands, viewsText } from '../format.ts';
import { attributesOf, escaped, plainUrl } from '../markup/attributes.ts';
import { cardLayout, pictureSources, placeholderUrl, preloadInView } from '../pictures.tsx';
import type { CardVideo } from './card-video.ts';
import type { ThumbnailProps } from './thumbnail.tsx';

// The markup of React's cards on the server, where no video is watched or saved. Changes of a card must be made here
// too: tests/unit/markup.test.tsx compares both.

const thumbnail = ({ image, alt, placeholder }: CardVideo, inView: ThumbnailProps['inView']) => {
  if (image === '')
    return `<span role="img" aria-label="${escaped(alt)}: Image not found" class="grid size-full place-items-center bg-raised p-2 text-center text-[13px] text-muted">Image not found</span>`;
  const { avif, img } = pictureSources(plainUrl(image), cardLayout);
  if (inView) preloadInView(image, cardLayout, inView === 'largest');
  const blurred = placeholder ? `<img src="${placeholderUrl(escaped(placeholder))}" alt="" class="placeholder"/>` : '';
  const element = `<img${attributesOf('img', img)} alt="${escaped(alt)}" width="640" height="360" loading="lazy"${inView === 'largest' ? ' fetchPriority="high"' : ''} decoding="async" class="thumbnail"/>`;
  return blurred + (avif ? `<picture><source${attributesOf('source', avif)}/>${element}</picture>` : element);
};

const link = ({ id, title, previews }: CardVideo) =>
  `<a href="${escaped(videoPath(id, title))}"${previews ? ` data-previews="${previews.length}"` : ''}`;

const buttons = ({ title }: CardVideo) =>
  `<button type="button" class="card-save" aria-pressed="false" aria-label="Favorite: ${escaped(title)}"></button><button type="button" class="card-more" aria-haspopup="dialog" aria-label="Hide: ${escaped(title)}"></button>`;

interface Card {
  video: CardVideo;
  inView: ThumbnailProps['inView'];
}

export const videoCardMarkup = ({ video, inView, inThousands }: Card & { inThousands: boolean }) => {
  const { title, views, minutes, tagWords } = video;
  const viewed = inThousands ? `${viewsInThousands(views)} views` : viewsText(views);
  return `<li class="relative" data-tags="${escaped(tagWords)}">${link(video)} class="card"><span class="card-picture">${thumbnail(video, inView)}<span class="card-badge">${durationLabel(minutes)}</span></span><span dir="auto" class="card-title" title="${escaped(title)}">${escaped(cutTitle(title))}</span><span class="card-facts">${viewed}<b>${likesLabel(views)}</b></span></a>${buttons(video)}</li>`;
};

export const tagCardMarkup = ({ video, inView }: Card) => {
  const { id, title, views, minutes, tagWords } = video;
  return `<li class="relative" data-tags="${escaped(tagWords)}">${link(video)} title="${escaped(title)}" class="card tag-card">${thumbnail(video, inView)}<span class="card-badge card-views">${viewsInThousands(views)}</span><span class="card-badge">${durationBadge(minutes, id)}</span><span dir="auto" class="sr-only">${escaped(title)}</span></a>${buttons(video)}</li>`;
};

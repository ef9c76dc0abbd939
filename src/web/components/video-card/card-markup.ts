import { videoPath } from '#contract/values/urls.ts';
import { cardFacts, cardLength, cutTitle, tagCardBadges } from '../format.ts';
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

const badge = (text: string | undefined, name = '') =>
  text === undefined ? '' : `<span class="card-badge${name}">${text}</span>`;

interface Card {
  video: CardVideo;
  isPlain: boolean;
  inView: ThumbnailProps['inView'];
}

export const videoCardMarkup = ({ video, inView, inThousands, isPlain }: Card & { inThousands: boolean }) => {
  const { title, views, minutes, tagWords } = video;
  const facts = cardFacts(views, { isPlain, inThousands });
  const likes = facts.likes === undefined ? '' : `<b>${facts.likes}</b>`;
  return `<li class="relative" data-tags="${escaped(tagWords)}">${link(video)} class="card"><span class="card-picture">${thumbnail(video, inView)}${badge(cardLength(minutes, isPlain))}</span><span dir="auto" class="card-title" title="${escaped(title)}">${escaped(cutTitle(title))}</span><span class="card-facts">${facts.views ?? ''}${likes}</span></a>${buttons(video)}</li>`;
};

export const tagCardMarkup = ({ video, inView, isPlain }: Card) => {
  const { title, views, tagWords } = video;
  const badges = tagCardBadges(video, views, isPlain);
  return `<li class="relative" data-tags="${escaped(tagWords)}">${link(video)} title="${escaped(title)}" class="card tag-card">${thumbnail(video, inView)}${badge(badges.views, ' card-views')}${badge(badges.length)}<span dir="auto" class="sr-only">${escaped(title)}</span></a>${buttons(video)}</li>`;
};

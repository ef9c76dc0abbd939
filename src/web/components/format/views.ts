import { likePercentage } from '#contract/values/like-percentage.ts';

const oneDecimal = (value: number) => value.toFixed(1).replace(/\.0$/, '');

/** Shown when the count is missing. */
const missingViews = 2;

/** 999, 1k, 1.5k, 2M. */
export const viewsLabel = (views: number | null | undefined) => {
  const count = views ?? missingViews;
  if (count >= 1_000_000) return `${oneDecimal(count / 1_000_000)}M`;
  if (count >= 1000) return `${oneDecimal(count / 1000)}k`;
  return String(count);
};

/** '123 views', '1 view'. */
export const viewsText = (views: number | null | undefined) => `${viewsLabel(views)} ${views === 1 ? 'view' : 'views'}`;

/** The views on the cards of category and tag pages. */
export const viewsInThousands = (views: number | null | undefined) => `${views ?? missingViews}K+`;

export const likesLabel = (views: number | null | undefined) => `${likePercentage(views ?? missingViews)}%`;

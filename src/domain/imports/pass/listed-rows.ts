import { linkColumns } from '#domain/catalogue/links.ts';
import { type Listing, videoListing } from '#domain/listing/listing.ts';
import type { PostValues } from '../posts/post-values.ts';
import type { ResolvedPost } from '../posts/resolve-posts.ts';

type Named = Pick<ResolvedPost, 'tags' | 'performers'>;

/** Names of an unchanged post are those of the feed: they were allowed before, or are refused now. */
export const listingOf = ({ tags, performers }: Named, values: PostValues, id = 0): Listing =>
  videoListing({
    id,
    title: values.title,
    description: values.description,
    altKeywords: values.altKeywords,
    ...linkColumns([values.link, ...values.otherLinks], []),
    iframeUrl: values.iframeUrl,
    imageUrl: values.imageUrl,
    previewUrls: values.previewUrls,
    tagNames: [...tags.values()],
    performerNames: [...performers.values()],
    performers: [...performers.keys()],
    partnerId: values.partner,
  });

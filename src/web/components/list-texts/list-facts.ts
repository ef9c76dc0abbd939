import type { ListTextResponse } from '#contract/list-texts.ts';
import type { ListKind } from '#contract/values/list-kinds.ts';

interface ListedVideo {
  id: string;
  title: string;
  publishedAt: string;
}

/** What the default texts of a list are made of. */
export interface ListFacts {
  kind: ListKind;
  /** A slug, or the path of a fixed list without its slash. */
  name: string;
  /** The name as people read it. */
  label: string;
  total: number;
  newest?: ListedVideo | undefined;
  mostViewed?: ListedVideo | undefined;
  /** Whether only the newest videos were compared. */
  isSampled: boolean;
  tags: string[];
  performers: string[];
}

const videoOf = (video: ListTextResponse['newest']) =>
  video ? { id: video._id, title: video.titel, publishedAt: video.createdAt } : undefined;

export const listFactsOf = (response: ListTextResponse): ListFacts => ({
  kind: response.text.kind,
  name: response.text.name,
  label: response.text.label,
  total: response.total,
  newest: videoOf(response.newest),
  mostViewed: videoOf(response.mostViewed),
  isSampled: response.isSampled,
  tags: response.tags.map(({ name }) => name),
  performers: response.performers.map(({ name }) => name),
});

import type { Category } from '#contract/values/categories.ts';
import type { Named, ReservedIds, Row, TableLoad } from './bulk-load.ts';

export interface PerformerSeed extends Named {
  imageUrl: string;
  description: string;
  category: Category;
}

export interface VideoSeed {
  title: string;
  description: string;
  imageUrl: string;
  altKeywords: string;
  hasEmbed: boolean;
  previewUrls?: string[];
  category: Category;
  minutes: number | null;
  publishedAt: Date;
}

/** Generates videos by number, from 0. The functions are independent, so that each table can be streamed separately. */
export interface VideoSource {
  videos: number;
  videoOf: (n: number) => VideoSeed;
  viewsOf: (n: number) => number;
  /** Indexes into the list of tags. */
  tagsOf: (n: number) => readonly number[];
  /** Indexes into the list of performers. */
  performersOf: (n: number) => readonly number[];
}

/** The tables of a catalogue, in the order that their foreign keys require. */
export const catalogueTables = ['tags', 'performers', 'videos', 'video_views', 'video_tags', 'video_performers'];

const tagsPerVideo = 7.5;
const performersPerVideo = 1.5;

export const catalogueLoads = (
  source: VideoSource,
  firstId: number,
  tags: ReservedIds<Named>,
  performers: ReservedIds<PerformerSeed>,
): TableLoad[] => [
  {
    table: 'tags',
    columns: 'id, slug, name, created_at, updated_at',
    expected: tags.newRows.length,
    rows: tags.newRows.map(({ id, item }) => [id, item.slug, item.name, item.createdAt, item.createdAt]),
  },
  {
    table: 'performers',
    columns: 'id, slug, name, image_url, description, category, created_at, updated_at',
    expected: performers.newRows.length,
    rows: performers.newRows.map(({ id, item }) => [
      id,
      item.slug,
      item.name,
      item.imageUrl,
      item.description,
      item.category,
      item.createdAt,
      item.createdAt,
    ]),
  },
  {
    table: 'videos',
    columns:
      'id, title, description, image_url, alt_keywords, link, iframe_url, preview_urls, category, minutes, published_at, updated_at',
    expected: source.videos,
    rows: videoRows(source, firstId),
  },
  {
    table: 'video_views',
    columns: 'video_id, total',
    expected: source.videos,
    rows: viewRows(source, firstId),
  },
  {
    table: 'video_tags',
    columns: 'video_id, tag_id, position',
    expected: source.videos * tagsPerVideo,
    rows: linkRows(source.videos, firstId, source.tagsOf, tags.ids),
  },
  {
    table: 'video_performers',
    columns: 'video_id, performer_id, position',
    expected: source.videos * performersPerVideo,
    rows: linkRows(source.videos, firstId, source.performersOf, performers.ids),
  },
];

function* videoRows(source: VideoSource, firstId: number): Generator<Row> {
  for (let n = 0; n < source.videos; n++) {
    const video = source.videoOf(n);
    const id = firstId + n;
    yield [
      id,
      video.title,
      video.description,
      video.imageUrl,
      video.altKeywords,
      `https://example.com/watch/${id}`,
      video.hasEmbed ? `https://example.com/embed/${id}` : '',
      `{${(video.previewUrls ?? []).map((url) => JSON.stringify(url)).join()}}`,
      video.category,
      video.minutes,
      video.publishedAt,
      video.publishedAt,
    ];
  }
}

function* viewRows(source: VideoSource, firstId: number): Generator<Row> {
  for (let n = 0; n < source.videos; n++) yield [firstId + n, source.viewsOf(n)];
}

function* linkRows(
  videos: number,
  firstId: number,
  positionsOf: (n: number) => readonly number[],
  ids: readonly number[],
): Generator<Row> {
  for (let n = 0; n < videos; n++) {
    const linked = positionsOf(n);
    for (let position = 0; position < linked.length; position++) {
      yield [firstId + n, ids[linked[position] ?? -1] ?? null, position];
    }
  }
}

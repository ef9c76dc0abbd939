import { sql } from 'kysely';
import type { AuditEntity } from '#contract/values/audit.ts';
import {
  byName,
  type ListedField,
  type PostFieldName,
  type PostText,
  postFields,
  postTexts,
} from '#contract/values/post-fields.ts';
import type { Db } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { textsSql } from '#domain/catalogue/post-texts.ts';
import type { StoredVideo } from '#domain/catalogue/stored-videos.ts';

/** A text or link that visitors will see. */
export interface ListedPart {
  /** The form field, by its name in the API. */
  field: string;
  /** The name of the field in messages. */
  label: string;
  value: string;
}

/** What visitors will see of a record: the input of the checks in may-be-listed.ts. */
export interface Listing {
  entity: AuditEntity;
  /** 0 before it is stored. */
  id: number;
  /** The name in the audit log. */
  name: string;
  texts: ListedPart[];
  links: ListedPart[];
  /** The link, image, performers and partner are only set for posts, `performers` also for a performer. */
  link?: string;
  imageUrl?: string;
  /** Slugs. */
  performers?: readonly string[];
  partnerId?: number | null;
}

/** Why something may not be listed. */
export interface Refusal {
  /** The form field at fault. */
  field: string;
  /** The message for the admin or visitor. */
  sentence: string;
  /** Stored in the audit log besides the sentence, such as the term or case. */
  details: Record<string, unknown>;
}

export const listedPart = (field: string, label: string, value: string | undefined): ListedPart[] =>
  value === undefined || value === '' ? [] : [{ field, label, value }];

type ListedColumn = PostText | 'id' | 'link' | 'iframeUrl' | 'imageUrl' | 'partnerId';

interface ListedVideo extends Pick<StoredVideo, ListedColumn> {
  links: readonly string[];
  previewUrls: readonly string[];
  tagNames: readonly string[];
  performerNames: readonly string[];
  /** Slugs. */
  performers: readonly string[];
}

interface ListedValues {
  /** The name of each value in messages. */
  label: string;
  values: (video: ListedVideo) => readonly string[];
}

const listedNames: Record<ListedField<'text'>, ListedValues> = {
  tags: { label: 'tag', values: (video) => video.tagNames },
  performers: { label: 'star', values: (video) => video.performerNames },
};

const listedLinks: Record<ListedField<'link'>, ListedValues> = {
  link: { label: 'link', values: (video) => allLinks(video).slice(0, 1) },
  otherLinks: { label: 'other link', values: (video) => allLinks(video).slice(1) },
  iframeUrl: { label: 'embed code', values: (video) => [video.iframeUrl] },
  imageUrl: { label: 'image URL', values: (video) => [video.imageUrl] },
  previewUrls: { label: 'preview URL', values: (video) => video.previewUrls },
};

/** Reads the parts that these fields describe. */
const partsReader = <Name extends PostFieldName>(listed: Record<Name, ListedValues>) => {
  const readers = (Object.keys(listed) as Name[]).map((name) => ({ wire: postFields[name].wire, ...listed[name] }));
  return (video: ListedVideo) =>
    readers.flatMap(({ wire, label, values }) => values(video).flatMap((value) => listedPart(wire, label, value)));
};

const textParts = partsReader<PostText>(
  byName(postTexts, (name) => ({ label: postFields[name].noun, values: (video) => [video[name]] })),
);
const nameParts = partsReader(listedNames);
const linkParts = partsReader(listedLinks);

export const videoListing = (video: ListedVideo): Listing => ({
  entity: 'video',
  id: video.id,
  name: video.title,
  texts: [...textParts(video), ...nameParts(video)],
  links: linkParts(video),
  link: video.link,
  imageUrl: video.imageUrl,
  performers: video.performers,
  partnerId: video.partnerId,
});

export const listTextListing = (
  id: number,
  list: string,
  { title, description, introduction }: { title: string; description: string; introduction: string },
): Listing => ({
  entity: 'list_text',
  id,
  name: list,
  texts: [
    ...listedPart('title', 'title', title),
    ...listedPart('description', 'description', description),
    ...listedPart('introduction', 'introduction', introduction),
  ],
  links: [],
});

export const synonymListing = ({ id, words }: { id: number; words: readonly string[] }): Listing => ({
  entity: 'synonym',
  id,
  name: words.join(' = '),
  texts: words.flatMap((word) => listedPart('words', 'synonym', word)),
  links: [],
});

export const redirectListing = ({ id, text, path }: { id: number; text: string; path: string }): Listing => ({
  entity: 'search_redirect',
  id,
  name: text,
  texts: listedPart('text', 'search text', text),
  links: listedPart('path', 'path', path),
});

/** Listings of videos in any state, also deleted ones, in the order of their ids. */
export const videoListings = async (db: Db, ids: readonly number[]): Promise<Listing[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<ListedVideo>`
    select v.id, ${textsSql}, v.link, v.links, v.iframe_url as "iframeUrl",
      v.image_url as "imageUrl", v.preview_urls as "previewUrls", v.partner_id as "partnerId",
      array(select (select t.name from tags t where t.id = vt.tag_id) from video_tags vt
        where vt.video_id = v.id order by vt.position, vt.tag_id) as "tagNames",
      array(select (select p.name from performers p where p.id = vp.performer_id) from video_performers vp
        where vp.video_id = v.id order by vp.position, vp.performer_id) as "performerNames",
      array(select (select p.slug from performers p where p.id = vp.performer_id) from video_performers vp
        where vp.video_id = v.id order by vp.position, vp.performer_id) as performers
    from videos v where v.id = any(${sql.val(ids)}::bigint[]) order by v.id`.execute(db);
  return rows.map(videoListing);
};

export const videoListingOf = async (db: Db, id: number): Promise<Listing | undefined> =>
  (await videoListings(db, [id]))[0];

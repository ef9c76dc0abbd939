import { sql } from 'kysely';
import type { AuditEntity } from '#contract/values/audit.ts';
import type { NameKind } from '#contract/values/names.ts';
import {
  byName,
  type ListedField,
  type PostFieldName,
  type PostText,
  postFields,
  postTexts,
} from '#contract/values/post-fields.ts';
import type { DeletedKind } from '#contract/values/record-kinds.ts';
import type { Db } from '#db/database.ts';
import { allLinks } from '#domain/catalogue/links.ts';
import { textsSql } from '#domain/catalogue/post-texts.ts';
import type { StoredVideo } from '#domain/catalogue/stored-videos.ts';
import { nameEntity } from '#domain/catalogue/tags-and-performers.ts';

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

const part = (field: string, label: string, value: string | undefined): ListedPart[] =>
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
    readers.flatMap(({ wire, label, values }) => values(video).flatMap((value) => part(wire, label, value)));
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

interface NamedRecord {
  id: number;
  slug?: string;
  name: string;
  description?: string;
  imageUrl?: string;
}

/** A tag or performer, or an alias of one. */
export const nameListing = (kind: NameKind, { id, slug, name, description, imageUrl }: NamedRecord): Listing => ({
  entity: nameEntity(kind),
  id,
  name,
  texts: [...part('name', 'name', name), ...part('description', 'description', description)],
  links: part('image', 'image', imageUrl),
  ...(kind === 'performer' && slug !== undefined && { performers: [slug] }),
});

interface LinkedRecord {
  id: number;
  name: string;
  url: string;
  description: string;
}

/** `urlField` is the form field of the URL. */
export const partnerListing = (partner: LinkedRecord & { logo: string }, urlField = 'url'): Listing => ({
  entity: 'network',
  id: partner.id,
  name: partner.name,
  texts: [...part('name', 'name', partner.name), ...part('description', 'description', partner.description)],
  links: [...part(urlField, 'URL', partner.url), ...part('logo', 'logo', partner.logo)],
});

export const channelListing = (channel: LinkedRecord & { thumbnail: string }): Listing => ({
  entity: 'channel',
  id: channel.id,
  name: channel.name,
  texts: [...part('name', 'name', channel.name), ...part('description', 'description', channel.description)],
  links: [...part('url', 'URL', channel.url), ...part('thumbnail', 'thumbnail', channel.thumbnail)],
});

export const fileLinkListing = ({ title, ...link }: Omit<LinkedRecord, 'name'> & { title: string }): Listing => ({
  entity: 'file_link',
  id: link.id,
  name: title,
  texts: [...part('title', 'title', title), ...part('description', 'description', link.description)],
  links: part('url', 'URL', link.url),
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
    ...part('title', 'title', title),
    ...part('description', 'description', description),
    ...part('introduction', 'introduction', introduction),
  ],
  links: [],
});

export const synonymListing = ({ id, words }: { id: number; words: readonly string[] }): Listing => ({
  entity: 'synonym',
  id,
  name: words.join(' = '),
  texts: words.flatMap((word) => part('words', 'synonym', word)),
  links: [],
});

export const redirectListing = ({ id, text, path }: { id: number; text: string; path: string }): Listing => ({
  entity: 'search_redirect',
  id,
  name: text,
  texts: part('text', 'search text', text),
  links: part('path', 'path', path),
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

/** The listing of a restorable record, whether it is deleted or not. */
export const readListing = async (db: Db, kind: DeletedKind, id: number): Promise<Listing | undefined> => {
  if (kind === 'posts') return videoListingOf(db, id);
  if (kind === 'stars') {
    const star = await db
      .selectFrom('performers')
      .select(['id', 'slug', 'name', 'description', 'image_url as imageUrl'])
      .where('id', '=', id)
      .executeTakeFirst();
    return star && nameListing('performer', star);
  }
  if (kind === 'terabox') {
    const link = await db
      .selectFrom('file_links')
      .select(['id', 'title', 'url', 'description'])
      .where('id', '=', id)
      .executeTakeFirst();
    return link && fileLinkListing(link);
  }
  if (kind === 'channels') {
    const channel = await db
      .selectFrom('channels')
      .select(['id', 'name', 'url', 'thumbnail', 'description'])
      .where('id', '=', id)
      .executeTakeFirst();
    return channel && channelListing(channel);
  }
  const partner = await db
    .selectFrom('partners')
    .select(['id', 'name', 'url', 'logo', 'description'])
    .where('id', '=', id)
    .executeTakeFirst();
  return partner && partnerListing(partner);
};

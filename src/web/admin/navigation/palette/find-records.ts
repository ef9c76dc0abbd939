import { tagNameOf } from '#contract/values/names.ts';
import { plural } from '../../../components/format/plural.ts';
import { loadAdmins } from '../../kit/records/admin.ts';
import { loadPartners } from '../../kit/records/partner.ts';
import { loadPerformerSummaries } from '../../kit/records/performer.ts';
import { adminClient } from '../../kit/session/admin-client.ts';
import type { StoredAdmin } from '../../kit/session/admin-session.ts';
import { type Command, type CommandGroup, matching } from './commands.ts';
import { findPosts } from './find-posts.ts';

const limit = 5;

const findPerformers = async (search: string): Promise<Command[]> => {
  const { performers } = await loadPerformerSummaries({ search, limit, sort: 'count' });
  return performers.map(({ slug, name, count }) => ({
    id: `star ${slug}`,
    label: name,
    detail: plural(count ?? 0, 'video'),
    to: `/admin/star-videos/${encodeURIComponent(slug)}`,
  }));
};

const findTags = async (search: string): Promise<Command[]> => {
  const { summaries = [], tagNames } = await adminClient.getTags({ query: { search, limit } });
  return summaries.map(({ _id, count }) => ({
    id: `tag ${_id}`,
    label: tagNameOf(_id, tagNames),
    detail: plural(count, 'video'),
    to: `/admin/tag-videos/${encodeURIComponent(_id)}`,
  }));
};

const findPartners = async (search: string): Promise<Command[]> => {
  const { partners } = await loadPartners({ search, limit, page: 1 });
  return partners.map(({ id, name, url }) => ({
    id: `network ${id}`,
    label: name,
    detail: url,
    to: `/admin/networks?search=${encodeURIComponent(name)}`,
  }));
};

const findAdmins = async (search: string, admin: StoredAdmin | null): Promise<Command[]> => {
  if (admin?.role !== 'main_admin') return [];
  const admins = (await loadAdmins(admin._id)).map(({ id, username, email }) => ({
    id: `admin ${id}`,
    label: username,
    detail: email,
    to: id === admin._id ? '/admin/account' : `/admin/manage-admins?edit=${id}`,
  }));
  return matching(admins, search).slice(0, limit);
};

/** The records that match a text, those of each kind in a group. Posts come last: they match by the names of others too. */
export const findRecords = async (search: string, admin: StoredAdmin | null): Promise<CommandGroup[]> => {
  const found = await Promise.all([
    findPerformers(search),
    findTags(search),
    findPartners(search),
    findAdmins(search, admin),
    findPosts(search),
  ]);
  const groups = ['Stars', 'Tags', 'Networks', 'Admins', 'Posts'];
  return groups.map((value, at) => ({ value, items: found[at] ?? [] })).filter(({ items }) => items.length > 0);
};

import type { DeadPostRecord, LinkHostRecord, LinkRecord, ListedLinkRecord } from '#contract/link-health.ts';
import type { DeadPost } from '#domain/links/dead-posts.ts';
import type { LinkHost } from '#domain/links/read-hosts.ts';
import type { CheckedLink } from '#domain/links/read-links.ts';

const timeOf = (time: Date | null) => time?.toISOString() ?? null;

export const toLinkHostRecord = (host: LinkHost, posts: number): LinkHostRecord => ({
  ...host,
  posts,
  probedAt: timeOf(host.probedAt),
  trippedAt: timeOf(host.trippedAt),
  nextProbeAt: timeOf(host.nextProbeAt),
  trustedUntil: timeOf(host.trustedUntil),
});

export const toLinkRecord = ({ id, ...link }: CheckedLink): LinkRecord => ({
  ...link,
  _id: String(id),
  firstGoneAt: timeOf(link.firstGoneAt),
  checkedAt: timeOf(link.checkedAt),
  nextCheckAt: link.nextCheckAt.toISOString(),
});

export const toListedLinkRecord = ({
  post,
  ...link
}: CheckedLink & { post: { id: number; title: string } | null }): ListedLinkRecord => ({
  ...toLinkRecord(link),
  post: post && { _id: String(post.id), titel: post.title },
});

export const toDeadPostRecord = ({ id, title, ...post }: DeadPost): DeadPostRecord => ({
  ...post,
  _id: String(id),
  titel: title,
  deadSince: timeOf(post.deadSince),
});

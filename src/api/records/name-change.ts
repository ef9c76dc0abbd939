import type { NameChangeRecord } from '#contract/name-changes.ts';
import type { NameKind } from '#contract/values/name-kinds.ts';
import { displayNameOf } from '#contract/values/names.ts';
import type { NameChange, NameChangeDetails } from '#domain/names/name-changes.ts';

interface Named {
  slug: string;
  name: string;
}

/** The name that a change was about, and the other names in it. */
const namesIn = ({ action, details }: NameChange): { subject: Named; others: Named[] } => {
  if (action === 'rename') {
    const { from, to } = details as NameChangeDetails['rename'];
    return { subject: to, others: [from] };
  }
  if (action === 'merge') {
    const { from, ...subject } = details as NameChangeDetails['merge'];
    return { subject, others: from };
  }
  const subject = details as Named;
  return { subject, others: 'alias' in details ? [details.alias] : [] };
};

export const toNameChangeRecord = (change: NameChange): NameChangeRecord => {
  const { subject, others } = namesIn(change);
  const label = (name: Named, kind: NameKind = change.kind) => displayNameOf(kind, name);
  return {
    _id: String(change.id),
    kind: change.kind,
    action: change.action,
    name: label(subject),
    slug: subject.slug,
    others: others.map((other) => label(other)),
    posts: change.posts,
    isRunning: change.finishedAt === null,
    isUndone: change.undoneAt !== null,
    canBeUndone: change.canBeUndone && change.finishedAt !== null,
    admin: change.admin,
    at: change.at.toISOString(),
  };
};

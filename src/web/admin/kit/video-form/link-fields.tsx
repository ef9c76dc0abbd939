import { useContext, useLayoutEffect, useRef, useState } from 'react';
import type { LinkState } from '#contract/values/checks.ts';
import { limits } from '#contract/values/fields.ts';
import { isWebUrl, videoPath } from '#contract/values/urls.ts';
import { Icon } from '../../../components/icon.tsx';
import { useDebouncedFetch } from '../../../components/use-debounced-fetch.ts';
import { dayLabel } from '../format.ts';
import { FieldErrorsContext, TextField } from '../forms/fields.tsx';
import { LinkStateBadge } from '../link-states.tsx';
import { restoreDeleted } from '../records/deleted-record.ts';
import { findSimilarVideos, type Video, videoLabels } from '../records/video.ts';
import { plainClient } from '../session/admin-client.ts';
import { failureMessage } from '../session/failure.ts';
import { notify, notifyFailure } from '../toasts.tsx';

const statesDebounceMs = 300;

/** The states of the edited links, by URL. */
const useLinkStates = (links: readonly string[]): ReadonlyMap<string, LinkState> => {
  const urls = [...new Set(links.map((link) => link.trim()).filter(isWebUrl))];
  const found = useDebouncedFetch(urls.join(' '), statesDebounceMs, async () => {
    const { links: known } = await plainClient.getLinkStates({ body: { links: urls } });
    return new Map(known.map(({ url, state }) => [url, state]));
  });
  return found?.result ?? new Map();
};

const foundBox = 'rounded-xl border border-accent bg-accent-soft px-4 py-3 text-sm';

/** Posts that are similar to the one in the form. Unpublished ones open in the back-office. */
export function FoundVideos({ text, videos }: { text: string; videos: Video[] }) {
  if (videos.length === 0) return null;
  return (
    <div className={foundBox}>
      <p className="font-medium">{text}</p>
      <ul className="mt-1 list-disc pl-5">
        {videos.map(({ id, title, state }) => (
          <li key={id}>
            <a
              href={state === 'published' ? videoPath(id, title) : `/admin/posts?edit=${id}`}
              target="_blank"
              rel="noopener"
              className="underline underline-offset-3"
            >
              <bdi>{title}</bdi>
            </a>
            {state !== 'published' && ` (${state})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Short, because links are usually pasted. */
const knownDebounceMs = 150;

interface KnownLinkProps {
  link: string;
  exclude: string | undefined;
}

/** Existing and deleted posts with the same link, in whatever form it is written. */
function KnownLink({ link, exclude }: KnownLinkProps) {
  const url = isWebUrl(link.trim()) ? link.trim() : '';
  const [restored, setRestored] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const key = url && [url, ...restored].join(' ');
  const found = useDebouncedFetch(key, knownDebounceMs, () => findSimilarVideos(url, '', exclude));
  const { sameLink = [], deletedLink = [] } = found?.key === key ? found.result : {};

  const restore = async (video: (typeof deletedLink)[number]) => {
    setBusy(true);
    try {
      const message = await restoreDeleted('posts', video);
      setRestored((ids) => [...ids, video.id]);
      notify(message ?? 'Post restored', { label: 'Open', href: `/admin/posts?edit=${video.id}` });
    } catch (error) {
      notifyFailure(failureMessage(error, 'The post could not be restored.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div role="status" className="grid gap-2.5 empty:hidden">
      <FoundVideos text="This link is already in the catalogue:" videos={sameLink} />
      {deletedLink.length > 0 && (
        <div className={foundBox}>
          <p className="font-medium">A post with this link was deleted:</p>
          <ul className="mt-1 grid gap-1">
            {deletedLink.map((video) => (
              <li key={video.id} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>
                  <bdi>{video.title}</bdi> <span className="text-muted">· {dayLabel(video.deletedAt)}</span>
                </span>
                <button
                  type="button"
                  className="btn btn-quiet px-3"
                  aria-label={`Restore ${video.title}`}
                  disabled={busy}
                  onClick={() => void restore(video)}
                >
                  Restore
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

interface LinkFieldsProps {
  /** The preferred link first. */
  links: readonly string[];
  /** Whether other links can be edited. Videos from public lists don't have them. */
  hasOthers: boolean;
  /** The post's id. */
  id: string | undefined;
  onChange: (links: string[]) => void;
}

const labelOf = (at: number) => (at === 0 ? videoLabels.link : `Other link ${at}`);

const hostOf = (link: string) => (URL.canParse(link.trim()) ? new URL(link.trim()).host : '');

interface MoveProps {
  at: number;
  by: -1 | 1;
  disabled: boolean;
  onMove: (from: number, to: number) => void;
}

function MoveButton({ at, by, disabled, onMove }: MoveProps) {
  const way = by < 0 ? 'up' : 'down';
  return (
    <button
      type="button"
      data-move={`${at} ${by}`}
      className={`icon-button ${by > 0 ? 'rotate-180' : ''}`}
      aria-label={`Move ${labelOf(at).toLowerCase()} ${way}`}
      disabled={disabled}
      onClick={() => onMove(at, at + by)}
    >
      <Icon name="up" size={18} />
    </button>
  );
}

function LinkNote({ link, state }: { link: string; state: LinkState | undefined }) {
  const host = hostOf(link);
  if (host === '') return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
      <bdi className="[overflow-wrap:anywhere]">{host}</bdi>
      {state && <LinkStateBadge state={state} />}
    </p>
  );
}

/** The links of a post in order of preference: the play button leads to the first one that isn't dead. */
export function LinkFields({ links, hasOthers, id, onChange }: LinkFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const states = useLinkStates(links);
  const refusal = useContext(FieldErrorsContext).otherLinks;
  const [change, setChange] = useState<{ focus: string[]; message: string }>();
  // Focuses the moved link, so that it can be moved further, or the added link.
  useLayoutEffect(() => {
    const targets = change?.focus.map((selector) => list.current?.querySelector<HTMLElement>(selector));
    targets?.find((element) => element && !element.matches(':disabled'))?.focus();
  }, [change]);
  const set = (at: number, link: string) => onChange(links.map((each, other) => (other === at ? link : each)));
  const move = (from: number, to: number) => {
    onChange(links.toSpliced(from, 1).toSpliced(to, 0, links[from] ?? ''));
    setChange({
      focus: [to - from, from - to].map((by) => `[data-move="${to} ${by}"]`),
      message: `Moved to position ${to + 1} of ${links.length}.`,
    });
  };
  const add = () => {
    onChange([...links, '']);
    setChange({ focus: [`li:nth-child(${links.length + 1}) input`], message: '' });
  };
  const remove = (at: number) => {
    onChange(links.toSpliced(at, 1));
    const neighbour = Math.min(at + 1, links.length - 1);
    setChange({ focus: [`li:nth-child(${neighbour}) [data-remove]`, 'input'], message: `${labelOf(at)} removed.` });
  };
  return (
    <div className="grid gap-3">
      <ol ref={list} className="grid gap-3">
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two links may be equal while they are edited
          <li key={at} className="grid gap-1.5">
            <TextField
              name={at === 0 ? 'link' : `otherLinks.${at - 1}`}
              label={labelOf(at)}
              type="url"
              maxLength={limits.url}
              placeholder="https://"
              hint={at === 0 ? 'Without one, the post has no play button.' : undefined}
              value={link}
              onChange={({ target }) => set(at, target.value)}
            />
            <div className="flex min-h-9 items-center justify-between gap-3 empty:hidden">
              <LinkNote link={link} state={states.get(link.trim())} />
              {links.length > 1 && (
                <span className="ml-auto flex shrink-0 items-center">
                  <MoveButton at={at} by={-1} disabled={at === 0} onMove={move} />
                  <MoveButton at={at} by={1} disabled={at === links.length - 1} onMove={move} />
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={`Remove ${labelOf(at).toLowerCase()}`}
                    data-remove
                    onClick={() => remove(at)}
                  >
                    <Icon name="close" size={18} />
                  </button>
                </span>
              )}
            </div>
            <KnownLink link={link} exclude={id} />
          </li>
        ))}
      </ol>
      {refusal && <p className="text-[13px] text-danger">{refusal}</p>}
      <p role="status" className="sr-only">
        {change?.message}
      </p>
      {hasOthers && links.length <= limits.video.otherLinks && (
        <div>
          <button type="button" className="btn btn-quiet h-10 px-3 text-sm" onClick={add}>
            Add another link
          </button>
        </div>
      )}
    </div>
  );
}

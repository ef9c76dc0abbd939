import { useContext, useLayoutEffect, useRef, useState } from 'react';
import { limits } from '#contract/values/limits.ts';
import type { LinkState } from '#contract/values/link-health.ts';
import { Icon } from '../../../components/icon.tsx';
import { FieldErrorsContext } from '../forms/field-errors.ts';
import { TextField } from '../forms/fields.tsx';
import { LinkStateBadge } from '../links/link-state-badge.tsx';
import { useLinkStates } from '../links/use-link-states.ts';
import { videoLabels } from '../records/video.ts';
import { KnownLink } from './known-link.tsx';

interface LinkFieldsProps {
  /** The preferred one first. */
  links: readonly string[];
  /** Whether more than the preferred one can be edited: lists that visitors see, too, know no others. */
  hasOthers: boolean;
  /** Of the post. */
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

/** The places where a post can be watched, in the order of preference: play leads to the first one that works. */
export function LinkFields({ links, hasOthers, id, onChange }: LinkFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const states = useLinkStates(links);
  const refusal = useContext(FieldErrorsContext).otherLinks;
  const [change, setChange] = useState<{ focus: string[]; said: string }>();
  // The focus follows the link that is moved, so that it can be moved on, and goes to one that is added.
  useLayoutEffect(() => {
    const wanted = change?.focus.map((selector) => list.current?.querySelector<HTMLElement>(selector));
    wanted?.find((element) => element && !element.matches(':disabled'))?.focus();
  }, [change]);
  const set = (at: number, link: string) => onChange(links.map((each, other) => (other === at ? link : each)));
  const move = (from: number, to: number) => {
    onChange(links.toSpliced(from, 1).toSpliced(to, 0, links[from] ?? ''));
    setChange({
      focus: [to - from, from - to].map((by) => `[data-move="${to} ${by}"]`),
      said: `Now in place ${to + 1} of ${links.length}.`,
    });
  };
  const add = () => {
    onChange([...links, '']);
    setChange({ focus: [`li:nth-child(${links.length + 1}) input`], said: '' });
  };
  const remove = (at: number) => {
    onChange(links.toSpliced(at, 1));
    const neighbour = Math.min(at + 1, links.length - 1);
    setChange({ focus: [`li:nth-child(${neighbour}) [data-remove]`, 'input'], said: `${labelOf(at)} removed.` });
  };
  return (
    <div className="grid gap-3">
      <ol ref={list} className="grid gap-3">
        {links.map((link, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two links may be alike while they are typed
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
        {change?.said}
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

import { useCallback, useEffect, useRef, useState } from 'react';
import { truncate } from '../../components/format.ts';
import { closeModal, Modal } from '../../components/modal.tsx';
import { Toast } from '../../components/toast.tsx';
import { hiddenTitles, hide, showAgain } from '../favourites/stores.ts';
import type { OpenedMenu } from './card-menu-host.tsx';
import { type HidingName, namesOfWords } from './hiding-names.ts';

const menuId = 'card-menu';

/** On wide screens, the menu is beside its button. On others it is a sheet. */
const place = (menu: HTMLElement, button: HTMLElement) => {
  const { right, bottom } = button.getBoundingClientRect();
  const { offsetWidth, offsetHeight } = menu;
  const left = Math.max(8, Math.min(right - offsetWidth, innerWidth - offsetWidth - 8));
  const top = Math.max(8, Math.min(bottom + 4, innerHeight - offsetHeight - 8));
  menu.style.setProperty('--menu-left', `${left}px`);
  menu.style.setProperty('--menu-top', `${top}px`);
};

const maxTitle = 60;

/** Hides a card's video, or everything with one of its performers or tags. */
export default function CardMenu({ opened }: { opened: OpenedMenu }) {
  const { video, button } = opened;
  const [names, setNames] = useState<HidingName[]>([]);
  const [hiddenName, setHiddenName] = useState<HidingName>();
  const undo = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let isCurrent = true;
    void namesOfWords(video.tagWords.split(' ').filter(Boolean)).then((all) => {
      if (!isCurrent) return;
      setNames(all);
    });
    const menu = document.getElementById(menuId) as HTMLDialogElement | null;
    if (menu && !menu.open) menu.showModal();
    return () => {
      isCurrent = false;
    };
  }, [video]);
  useEffect(() => {
    const menu = document.getElementById(menuId);
    if (menu && names.length > 0) place(menu, button);
  }, [names, button]);
  // The button that opened the menu is hidden together with its card.
  useEffect(() => {
    if (hiddenName) undo.current?.focus();
  }, [hiddenName]);

  const choose = (name: HidingName) => {
    if (name.kind === 'video') hiddenTitles.write({ ...hiddenTitles.read(), [video.id]: video.title });
    hide(name.word);
    closeModal(menuId);
    setHiddenName(name);
  };
  const takeBack = () => {
    if (hiddenName) showAgain(hiddenName.word);
    setHiddenName(undefined);
    button.focus();
  };
  const close = useCallback(() => setHiddenName(undefined), []);
  const others = names.filter(({ kind }) => kind !== 'video');
  return (
    <>
      <Modal id={menuId} label={`Hide: ${video.title}`} className="card-menu">
        <p dir="auto" className="truncate px-3 py-2 text-[13px] text-muted">
          {video.title}
        </p>
        <ul>
          <li>
            <button
              type="button"
              onClick={() => choose({ kind: 'video', word: `video:${video.id}`, name: video.title })}
            >
              Hide this video
            </button>
          </li>
          {others.map((name) => (
            <li key={name.word}>
              <button type="button" onClick={() => choose(name)}>
                Hide all {name.kind === 'performer' ? 'with' : 'tagged'}{' '}
                <bdi className="font-medium text-text">{name.name}</bdi>
              </button>
            </li>
          ))}
        </ul>
      </Modal>
      {hiddenName && (
        <Toast
          key={hiddenName.word}
          message={
            hiddenName.kind === 'video'
              ? `Hidden: “${truncate(hiddenName.name, maxTitle)}”.`
              : `Videos ${hiddenName.kind === 'performer' ? 'with' : 'tagged'} ${hiddenName.name} are hidden.`
          }
          onClose={close}
        >
          <button ref={undo} type="button" className="btn btn-quiet px-4" onClick={takeBack}>
            Undo
          </button>
        </Toast>
      )}
    </>
  );
}

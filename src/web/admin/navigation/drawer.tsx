import { Icon } from '../../components/icon.tsx';
import { CloseModalButton, closeModal, Modal } from '../../components/modal.tsx';
import { AccountLinks } from './account-links.tsx';
import { ScreenLinks } from './screen-links.tsx';
import type { Waiting } from './use-waiting.ts';

export const drawerId = 'screens';

const close = () => closeModal(drawerId);

/** The sidebar of screens that have no room for one. */
export function Drawer({ waiting }: { waiting: Waiting }) {
  return (
    <Modal
      id={drawerId}
      label="Menu"
      className="h-full max-h-none w-[300px] max-w-[86vw] translate-x-0 border-r border-line bg-surface shadow-pop transition-[translate] duration-200 ease-out starting:-translate-x-full"
    >
      <div className="sticky top-0 z-10 flex h-[62px] items-center justify-between border-b border-line bg-surface px-4">
        <span className="font-[620]">Menu</span>
        <CloseModalButton modal={drawerId} className="icon-button" aria-label="Close menu">
          <Icon name="close" />
        </CloseModalButton>
      </div>
      <div className="grid gap-4 p-3">
        <ScreenLinks waiting={waiting} onFollow={close} />
        <AccountLinks />
      </div>
    </Modal>
  );
}

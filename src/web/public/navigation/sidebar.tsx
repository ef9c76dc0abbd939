import { useLocation } from 'react-router';
import { Icon } from '../../components/icon.tsx';
import { CloseModalButton, closeModal, Modal } from '../../components/modal.tsx';
import { menuEntries } from './menu-entries.ts';

export const sidebarId = 'menu';

export function Sidebar() {
  const { pathname } = useLocation();
  return (
    <Modal
      id={sidebarId}
      label="Menu"
      className="h-full max-h-none w-[280px] max-w-[86vw] translate-x-0 border-r border-line bg-surface shadow-pop transition-[translate] duration-200 ease-out starting:-translate-x-full"
    >
      <div className="flex h-[62px] items-center justify-between border-b border-line px-4">
        <span className="font-[620]">Menu</span>
        <CloseModalButton modal={sidebarId} className="icon-button" aria-label="Close menu">
          <Icon name="close" />
        </CloseModalButton>
      </div>
      <nav aria-label="Main menu" className="grid gap-0.5 p-3">
        {menuEntries.map(({ label, to }) => (
          <a
            key={to}
            href={to}
            aria-current={pathname.toLowerCase() === to.toLowerCase() ? 'page' : undefined}
            onClick={() => closeModal(sidebarId)}
            className="flex h-11 items-center rounded-[10px] px-3.5 font-medium transition-colors hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:text-accent"
          >
            {label}
          </a>
        ))}
      </nav>
    </Modal>
  );
}

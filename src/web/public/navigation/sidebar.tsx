import { useLocation } from 'react-router';
import { categoryPages } from '#contract/values/categories.ts';
import { Icon } from '../../components/icon.tsx';
import { CloseModalButton, closeModal, Modal } from '../../components/modal.tsx';
import { categoryHref } from '../hrefs.ts';
import { currentPage, menuEntries } from './links.ts';

export const sidebarId = 'menu';

const close = () => closeModal(sidebarId);

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
          <a key={to} href={to} aria-current={currentPage(pathname, to)} onClick={close} className="menu-link">
            {label}
          </a>
        ))}
        <details className="for-adults group">
          <summary className="menu-link">
            Categories
            <span className="ml-auto transition-transform group-open:rotate-180">
              <Icon name="down" size={16} />
            </span>
          </summary>
          {categoryPages.map(({ name, slug }) => (
            <a
              key={slug}
              href={categoryHref(slug)}
              aria-current={currentPage(pathname, categoryHref(slug))}
              onClick={close}
              className="menu-link pl-7 font-normal"
            >
              {name}
            </a>
          ))}
        </details>
      </nav>
    </Modal>
  );
}

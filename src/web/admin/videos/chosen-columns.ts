import { browserStore } from '../../components/browser-store.ts';
import { readAdmin, useAdmin } from '../kit/session/admin-session.ts';

/** The columns that can be left out. */
export const optionalColumns = {
  number: 'Number',
  category: 'Category',
  performers: 'Stars',
  tags: 'Tags',
  minutes: 'Minutes',
  views: 'Views',
  clicks: 'Clicks out',
  added: 'Added',
  updated: 'Updated',
  partner: 'Network',
  host: 'Link',
  by: 'Added by',
};
export type OptionalColumn = keyof typeof optionalColumns;

export const isOptional = (id: string): id is OptionalColumn => Object.hasOwn(optionalColumns, id);

const usual: OptionalColumn[] = ['category', 'performers', 'minutes', 'views', 'added'];

/** By the id of the admin: several may share a browser. */
const store = browserStore<Record<string, OptionalColumn[]>>('adminPostColumns', {});

export const useChosenColumns = (): OptionalColumn[] => {
  const admin = useAdmin();
  const chosen = store.use();
  return chosen[admin?._id ?? ''] ?? usual;
};

export const chooseColumns = (columns: OptionalColumn[]) =>
  store.write({ ...store.read(), [readAdmin()?._id ?? '']: columns });

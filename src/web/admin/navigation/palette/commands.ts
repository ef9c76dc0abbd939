import { fold } from '#contract/values/fold.ts';
import type { StoredAdmin } from '../../kit/session/admin-session.ts';
import { screens, screenUrl } from '../../screens.ts';

/** Something that the palette finds: a place to go to, or something to do. */
export interface Command {
  id: string;
  label: string;
  /** What tells it from others of the same name. */
  detail?: string;
  to?: string;
  run?: () => void;
}

export interface CommandGroup {
  value: string;
  items: Command[];
}

export interface Actions {
  logOut: () => void;
  switchTheme: () => void;
  showKeys: () => void;
}

export const screenCommands = (admin: StoredAdmin | null): Command[] =>
  screens
    .filter(({ path, mainAdminOnly }) => !path.includes(':') && (!mainAdminOnly || admin?.role === 'main_admin'))
    .map((screen) => ({ id: `screen ${screen.path}`, label: screen.label, to: screenUrl(screen) }));

export const actionCommands = ({ logOut, switchTheme, showKeys }: Actions): Command[] => [
  { id: 'add post', label: 'Add Post', to: '/admin/posts?add' },
  { id: 'add star', label: 'Add New Star', to: '/admin/stars?add' },
  { id: 'add network', label: 'Add New Network', to: '/admin/networks?add' },
  { id: 'add channel', label: 'Add New Channel', to: '/admin/channels?add' },
  { id: 'add link', label: 'Add New Link', detail: 'TeraBox', to: '/admin/terabox?add' },
  { id: 'view site', label: 'View site', to: '/' },
  { id: 'theme', label: 'Switch between light and dark', run: switchTheme },
  { id: 'keys', label: 'Show keyboard keys', run: showKeys },
  { id: 'log out', label: 'Logout', run: logOut },
];

/** Those that contain all words of the text. */
export const matching = (commands: Command[], text: string) => {
  const words = fold(text).split(/\s+/).filter(Boolean);
  return commands.filter(({ label, detail = '' }) => {
    const haystack = fold(`${label} ${detail}`);
    return words.every((word) => haystack.includes(word));
  });
};

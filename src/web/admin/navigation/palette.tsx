import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/values/fields.ts';
import { Icon } from '../../components/icon.tsx';
import { switchTheme } from '../../components/theme-toggle.tsx';
import { backdrop } from '../kit/dialogs/dialog.ts';
import { FormDialog } from '../kit/dialogs/form-dialog.tsx';
import { useFinalFocus } from '../kit/focus.ts';
import { useAdmin } from '../kit/session/admin-session.ts';
import { openPalette, type PaletteView } from './open-palette.ts';
import { type Command, type CommandGroup, rememberCommand, useCommandGroups } from './palette-commands.ts';
import { useLogOut } from './use-log-out.ts';

const itemStyle =
  'flex min-h-11 cursor-default items-center gap-3 rounded-[10px] px-3 text-sm outline-none select-none data-highlighted:bg-raised';

function CommandList({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const admin = useAdmin();
  const logOut = useLogOut();
  const { groups, status } = useCommandGroups(text, {
    logOut,
    switchTheme,
    showKeys: () => openPalette('keys'),
  });

  const run = (command: Command) => {
    onClose();
    rememberCommand(admin, command);
    if (command.to !== undefined) void navigate(command.to);
    command.run?.();
  };

  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      itemToStringValue={({ label }: Command) => label}
    >
      <div className="flex items-center gap-3 border-b border-line pr-2 pl-4.5">
        <span className="text-muted">
          <Icon name="search" />
        </span>
        <Autocomplete.Input
          dir="auto"
          aria-label="Search screens, posts, stars, tags and networks"
          placeholder="Search or go to…"
          maxLength={limits.search}
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-muted"
        />
        <Dialog.Close className="icon-button" aria-label="Close">
          <Icon name="close" />
        </Dialog.Close>
      </div>
      <p role="status" className="px-4.5 text-[13px] text-muted not-empty:pt-2.5">
        {status}
      </p>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-first:mt-2">
            <Autocomplete.GroupLabel className="px-3 py-1.5 text-[13px] text-muted">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item key={command.id} value={command} className={itemStyle} onClick={() => run(command)}>
                  <bdi className="min-w-0 truncate">{command.label}</bdi>
                  {command.detail && (
                    <bdi className="ml-auto max-w-[45%] shrink-0 truncate text-[13px] text-muted">{command.detail}</bdi>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}

const popup =
  'fixed top-[max(14px,10svh)] left-1/2 z-50 flex max-h-[min(560px,80svh)] w-[min(620px,calc(100vw-28px))] -translate-x-1/2 flex-col overflow-clip rounded-[20px] border border-line bg-surface text-text shadow-pop outline-none transition-[scale,opacity] duration-150 data-ending-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:scale-[0.98] data-starting-style:opacity-0';

function CommandDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const finalFocus = useFinalFocus(open);
  return (
    <Dialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={backdrop} />
        <Dialog.Popup className={popup} aria-label="Search and commands" finalFocus={finalFocus}>
          <CommandList onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const shortcuts: [keys: string[], action: string][] = [
  [['Ctrl K', '⌘K', '/'], 'Search and commands'],
  [['?'], 'This list'],
  [['↑', '↓'], 'Previous or next row of a table'],
  [['Home', 'End'], 'First or last row of a table'],
  [['Enter'], 'Open the row'],
  [['Delete'], 'Delete the row'],
  [['Esc'], 'Close a dialog or a menu'],
];

function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const finalFocus = useFinalFocus(open);
  return (
    <FormDialog open={open} finalFocus={finalFocus} title="Keyboard shortcuts" onClose={onClose} size="narrow">
      <dl className="grid gap-3 text-sm">
        {shortcuts.map(([keys, action]) => (
          <div key={action} className="flex items-center justify-between gap-4">
            <dt>{action}</dt>
            <dd className="flex shrink-0 gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-md border border-line bg-bg px-2 py-0.5 text-[13px]">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-[13px] text-muted">Single keys work when no field, button or dialog is focused.</p>
    </FormDialog>
  );
}

export interface PaletteProps {
  view: PaletteView | undefined;
  onClose: () => void;
}

export function Palette({ view, onClose }: PaletteProps) {
  return (
    <>
      <CommandDialog open={view === 'commands'} onClose={onClose} />
      <KeysDialog open={view === 'keys'} onClose={onClose} />
    </>
  );
}

import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { limits } from '#contract/values/limits.ts';
import { Icon } from '../../../components/icon.tsx';
import { switchTheme } from '../../../components/theme-toggle.tsx';
import { useAdmin } from '../../kit/session/admin-session.ts';
import { useLogOut } from '../use-log-out.ts';
import type { Command, CommandGroup } from './commands.ts';
import { openPalette } from './open-palette.ts';
import { rememberCommand } from './recent-commands.ts';
import { useCommandGroups } from './use-command-groups.ts';

const itemStyle =
  'flex min-h-11 cursor-default items-center gap-3 rounded-[10px] px-3 text-sm outline-none select-none data-highlighted:bg-raised';

/** A combobox: typing finds, arrows move, Enter runs. */
export function CommandList({ onClose }: { onClose: () => void }) {
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

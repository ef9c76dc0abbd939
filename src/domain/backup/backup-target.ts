/** Where scheduled backups go: files in a folder, or the standard input of a shell command. */
export type BackupTarget =
  | { kind: 'folder'; path: string }
  | { kind: 'command'; command: string; removeCommand: string | undefined };

/** How the table of backups names a target. A command may have secrets in it. */
export const targetName = (target: BackupTarget) => (target.kind === 'folder' ? target.path : 'command');

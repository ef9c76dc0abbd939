const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0Zm2 9-4-4',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12.5a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Zm7 0a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Zm7 0a.5.5 0 1 0 0-1 .5.5 0 0 0 0 1Z',
  home: 'M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  person: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM5 20a7 7 0 0 1 14 0',
  tag: 'M4 5v6.6l8.7 8.4 7.3-7.3L11.6 4H5a1 1 0 0 0-1 1Zm4.5 3.5h.01',
  down: 'M6 9l6 6 6-6',
  filter: 'M4 7h16M7 12h10M10 17h4',
  moon: 'M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5Z',
  heart: 'M12 20s-7-4.4-7-10a4 4 0 0 1 7-2.6A4 4 0 0 1 19 10c0 5.6-7 10-7 10Z',
  share: 'M12 15V4M8 7.5 12 4l4 3.5M6 11v8h12v-8',
  leave: 'M7 17 17 7M9 7h8v8',
  up: 'M12 19V5M6 11l6-6 6 6',
  play: 'M8 5.5v13l11-6.5z',
  recent: 'M4 12a8 8 0 1 1 2.4 5.7M4 12l-2-2M4 12l2.2-1.8M12 8v4.3l2.8 1.7',
  external: 'M14 5h5v5M19 5l-8 8M17 14v4a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1h4',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

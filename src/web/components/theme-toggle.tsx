import { Icon } from './icon.tsx';

const isDark = () =>
  (document.documentElement.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** The system's theme is the default. */
export const switchTheme = () => {
  const theme = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // If storage is blocked, use the tab's name, which survives navigation. The first-paint script reads both.
    window.name = theme;
  }
};

export function ThemeToggle() {
  return (
    <button type="button" className="icon-button" aria-label="Switch between light and dark" onClick={switchTheme}>
      <Icon name="moon" />
    </button>
  );
}

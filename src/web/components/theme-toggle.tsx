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
    // Storage is blocked: the tab's name outlives the page, and the first-paint script looks there too.
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

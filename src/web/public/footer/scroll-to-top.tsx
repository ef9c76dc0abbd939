import { Icon } from '../../components/icon.tsx';

const scrollToTop = () => {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: calm ? 'instant' : 'smooth' });
};

export function ScrollToTop() {
  return (
    <button
      type="button"
      onClick={scrollToTop}
      aria-label="Scroll to top"
      className="icon-button border border-line bg-raised hover:text-accent"
    >
      <Icon name="up" />
    </button>
  );
}

import { categoryPages } from '#contract/values/category-pages.ts';
import { FastElement } from '../../components/markup/fast-element.tsx';
import { useSite } from '../../components/use-site.ts';
import { categoryHref, performerHref, tagHref } from '../hrefs.ts';
import { menuEntries } from '../navigation/menu-entries.ts';
import { aboutLinks } from './about-links.ts';
import { type FooterLink, FooterLinks } from './footer-links.tsx';
import type { FooterSets } from './footer-sets.ts';
import { ScrollToTop } from './scroll-to-top.tsx';

interface FooterColumnsProps extends FooterSets {
  /** Whether other pages have the same columns. */
  isShared?: boolean;
}

/** A component of its own: its links are not even created where the content is known already. */
function FooterContent({ tags, performers, text, about }: FooterSets & { text: string; about: FooterLink[] }) {
  return (
    <>
      <div className="wrap for-adults mb-9 grid gap-9 sm:grid-cols-2 lg:grid-cols-[1.3fr_1.6fr_1fr_1fr]">
        <FooterLinks
          heading="Popular tags"
          links={tags.map(({ slug, name }) => ({ label: name, to: tagHref(slug), tag: slug }))}
        />
        <FooterLinks
          heading="Performers"
          links={performers.map(({ slug, name }) => ({ label: name, to: performerHref(slug) }))}
        />
        <FooterLinks
          heading="Categories"
          links={categoryPages.map(({ name, slug }) => ({ label: name, to: categoryHref(slug) }))}
        />
        <FooterLinks
          heading="Browse"
          links={[...menuEntries, { label: 'Archive', to: '/archive' }].map(({ label, to }) => ({
            label,
            to: to.toLowerCase(),
          }))}
        />
      </div>
      <div className="wrap flex items-end justify-between gap-5">
        <div className="grid gap-4">
          <FooterLinks heading="About this site" links={about} />
          <p className="max-w-[70ch] text-[13px] text-muted">{text}</p>
        </div>
        <ScrollToTop />
      </div>
    </>
  );
}

export function FooterColumns({ tags, performers, isShared = false }: FooterColumnsProps) {
  const { footerText, publishTransparency } = useSite().settings;
  const about = aboutLinks({ publishTransparency });
  return (
    <FastElement
      as="footer"
      contentKey={isShared ? JSON.stringify(['footer', tags, performers, footerText, about]) : undefined}
      className="relative mt-12 border-t border-line bg-surface pt-10 pb-14"
    >
      <FooterContent tags={tags} performers={performers} text={footerText} about={about} />
    </FastElement>
  );
}

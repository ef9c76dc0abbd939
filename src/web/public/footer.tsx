import { useMatches } from 'react-router';
import type { PublicClient } from '#contract/calls/client.ts';
import { categoryPages } from '#contract/values/categories.ts';
import { seedOf } from '#contract/values/lists.ts';
import { infoPages } from '#contract/values/public-pages.ts';
import { browserClient } from '../browser-client.ts';
import { Icon } from '../components/icon.tsx';
import { escaped } from '../components/markup/attributes.ts';
import { FastElement } from '../components/markup/fast-element.tsx';
import type { WritesMarkup } from '../components/markup/markup-of.ts';
import { type Named, namedPerformers, namedTags } from '../components/named.ts';
import { useSite } from '../components/use-site.ts';
import { footerPerformers, footerTags } from './fallback-lists.ts';
import { categoryHref, performerHref, tagHref } from './hrefs.ts';
import { useRandomSet } from './local-cache.ts';
import { menuEntries } from './navigation/links.ts';

export interface FooterSets {
  tags: Named[];
  performers: Named[];
}

const maxTags = 30;
const maxPerformers = 32;

/** What a page is about, to choose related names. Pages without a subject get random ones. */
interface FooterSubject {
  selectedTag?: string;
  tags: string[];
  performers: string[];
}

const fetchFooterTags = async (client: PublicClient, subject?: FooterSubject) => {
  const query = {
    count: maxTags,
    seed: seedOf('footer tags'),
    selectedTag: subject?.selectedTag ?? '',
    pageTags: subject?.tags.slice(0, maxTags).join(',') ?? '',
  };
  const { tags, tagNames } = await client.getFooterTags({ query });
  return namedTags(tags, tagNames);
};

const fetchFooterPerformers = async (client: PublicClient, subject?: FooterSubject) => {
  const query = {
    count: maxPerformers,
    seed: seedOf('footer performers'),
    tagPornstars: subject?.performers.slice(0, maxPerformers).join(',') ?? '',
  };
  const { pornstars, starNames } = await client.getFooterPornstars({ query });
  return namedPerformers(pornstars, starNames);
};

/** A set that cannot be loaded is replaced by built-in names. */
export const footerSets = async (client: PublicClient, subject?: FooterSubject): Promise<FooterSets> => {
  const [tags, performers] = await Promise.all([
    fetchFooterTags(client, subject).catch(() => namedTags(footerTags)),
    fetchFooterPerformers(client, subject).catch(() => namedPerformers(footerPerformers)),
  ]);
  return { tags, performers };
};

const aboutLinks = ({ publishTransparency }: { publishTransparency: boolean }) => [
  ...Object.values(infoPages).map(({ title, path }) => ({ label: title, to: path })),
  ...(publishTransparency ? [{ label: 'Transparency', to: '/transparency' }] : []),
];

interface FooterLink {
  label: string;
  to: string;
  /** Slug of the linked tag, by which visitors can hide it. */
  tag?: string;
}

interface FooterLinksProps {
  heading: string;
  links: FooterLink[];
}

export const FooterLinks: WritesMarkup<FooterLinksProps> = ({ heading, links }) => (
  <nav aria-label={heading}>
    <h2 className="mb-3 text-[13px] font-medium text-muted">{heading}</h2>
    <ul className="footer-links">
      {links.map(({ label, to, tag }) => (
        <li key={to} data-tags={tag}>
          <a href={to} dir="auto">
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

const linkMarkup = ({ label, to, tag }: FooterLink) =>
  `<li${tag === undefined ? '' : ` data-tags="${escaped(tag)}"`}><a href="${escaped(to)}" dir="auto">${escaped(label)}</a></li>`;

if (import.meta.env.SSR)
  FooterLinks.markup = ({ heading, links }) =>
    `<nav aria-label="${heading}"><h2 class="mb-3 text-[13px] font-medium text-muted">${heading}</h2><ul class="footer-links">${links.map(linkMarkup).join('')}</ul></nav>`;

const scrollToTop = () => {
  const reducesMotion = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scrollTo({ top: 0, behavior: reducesMotion ? 'instant' : 'smooth' });
};

function ScrollToTop() {
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

interface FooterColumnsProps extends FooterSets {
  /** Whether other pages have the same columns, so that their rendered markup is reused. */
  isShared?: boolean;
}

/** A separate component, so that its links are not created when FastElement has the markup cached. */
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

function FooterColumns({ tags, performers, isShared = false }: FooterColumnsProps) {
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

function RandomFooter({ fromPage }: { fromPage: FooterSets | null }) {
  const tags = useRandomSet('footer-tag-names', fromPage?.tags ?? null, () => fetchFooterTags(browserClient));
  const performers = useRandomSet('footer-pornstar-names', fromPage?.performers ?? null, () =>
    fetchFooterPerformers(browserClient),
  );
  return (
    <FooterColumns
      isShared
      tags={tags ?? namedTags(footerTags)}
      performers={performers ?? namedPerformers(footerPerformers)}
    />
  );
}

/** Pages about a tag or a video load their own sets; other pages show random ones. */
export function Footer({ random }: { random: FooterSets | null }) {
  const page = useMatches().at(-1)?.loaderData as { footer?: FooterSets } | undefined;
  return page?.footer ? <FooterColumns {...page.footer} /> : <RandomFooter fromPage={random} />;
}

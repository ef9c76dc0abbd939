import { useMatches } from 'react-router';
import { browserClient } from '../../browser-client.ts';
import { footerPerformers, footerTags } from '../fallback-lists.ts';
import { useRandomSet } from '../use-random-set.ts';
import { FooterColumns } from './footer-columns.tsx';
import { type FooterSets, fetchFooterPerformers, fetchFooterTags } from './footer-sets.ts';

function RandomFooter({ withPage }: { withPage: FooterSets | null }) {
  const tags = useRandomSet('footer-tags', withPage?.tags ?? null, () => fetchFooterTags(browserClient));
  const performers = useRandomSet('footer-pornstars', withPage?.performers ?? null, () =>
    fetchFooterPerformers(browserClient),
  );
  return <FooterColumns tags={tags ?? footerTags} performers={performers ?? footerPerformers} />;
}

/** A page that is about a tag or a performer brings its own sets; elsewhere they are random. */
export function Footer({ random }: { random: FooterSets | null }) {
  const page = useMatches().at(-1)?.loaderData as { footer?: FooterSets } | undefined;
  return page?.footer ? <FooterColumns {...page.footer} /> : <RandomFooter withPage={random} />;
}

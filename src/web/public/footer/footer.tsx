import { useMatches } from 'react-router';
import { browserClient } from '../../browser-client.ts';
import { namedPerformers, namedTags } from '../../components/named.ts';
import { footerPerformers, footerTags } from '../fallback-lists.ts';
import { useRandomSet } from '../use-random-set.ts';
import { FooterColumns } from './footer-columns.tsx';
import { type FooterSets, fetchFooterPerformers, fetchFooterTags } from './footer-sets.ts';

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

/** Pages about a tag or a video load their own sets; on others they are random. */
export function Footer({ random }: { random: FooterSets | null }) {
  const page = useMatches().at(-1)?.loaderData as { footer?: FooterSets } | undefined;
  return page?.footer ? <FooterColumns {...page.footer} /> : <RandomFooter fromPage={random} />;
}

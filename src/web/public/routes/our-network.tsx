import { useCallback, useState } from 'react';
import { data } from 'react-router';
import { websiteSentFragment, websiteSentMessage } from '#contract/values/website-sent.ts';
import { plural } from '../../components/format/plural.ts';
import { OpenModalButton } from '../../components/modal.tsx';
import { Toast } from '../../components/toast.tsx';
import { useSite } from '../../components/use-site.ts';
import { siteContext } from '../../site-context.ts';
import { useClicksOut } from '../clicks-out.ts';
import { PageHead } from '../head/page-head.tsx';
import { breadcrumbList } from '../head/structured-data.ts';
import { EmptyList } from '../lists/empty-list.tsx';
import { ListError } from '../lists/list-error.tsx';
import { type Partner, partnerOf } from '../partners/partner.ts';
import { PartnerCard } from '../partners/partner-card.tsx';
import { PromotionDialog, promotionDialogId } from '../partners/promotion-dialog.tsx';
import type { Route } from './+types/our-network.ts';

export { PageError as ErrorBoundary } from '../page-error.tsx';

export const loader = async ({ context }: Route.LoaderArgs) => {
  const { client } = context.get(siteContext);
  try {
    return data({ partners: (await client.findWebsites()).map(partnerOf), failed: false });
  } catch {
    return data({ partners: [] as Partner[], failed: true }, { status: 503 });
  }
};

export default function OurNetwork({ loaderData: { partners, failed } }: Route.ComponentProps) {
  const { siteUrl, settings } = useSite();
  useClicksOut();
  const [sent, setSent] = useState(false);
  const dismiss = useCallback(() => setSent(false), []);
  return (
    <div className="wrap pt-7">
      <PageHead
        title="Our network"
        description={`Partner websites of this directory, and how to add your own: ${plural(settings.freeDays, 'day')} free, then ${settings.lifetimePrice} once.`}
        path="/our-network"
        jsonLd={[breadcrumbList(siteUrl, [{ name: 'Our Network', path: '/our-network' }])]}
      />
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1>Our network</h1>
          <p className="mt-1 text-muted">Websites that we know and like.</p>
        </div>
        <OpenModalButton modal={promotionDialogId} className="btn btn-primary">
          Add Your Website
        </OpenModalButton>
      </div>
      <p id={websiteSentFragment} className="mb-6 hidden rounded-xl bg-accent-soft px-4 py-3 target:block">
        {websiteSentMessage}
      </p>
      {failed && <ListError message="Failed to fetch data" />}
      {!failed && partners.length === 0 && <EmptyList>No websites yet.</EmptyList>}
      <ul aria-label="Partner websites" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {partners.map((partner) => (
          <PartnerCard key={partner.url} partner={partner} />
        ))}
      </ul>
      <PromotionDialog onSent={() => setSent(true)} />
      {sent && <Toast message={websiteSentMessage} onClose={dismiss} />}
    </div>
  );
}

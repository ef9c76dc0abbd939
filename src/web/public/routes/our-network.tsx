import { useCallback, useState } from 'react';
import { data } from 'react-router';
import type { Website } from '#contract/partners.ts';
import { websiteSentFragment, websiteSentMessage } from '#contract/values/partners.ts';
import { firstWords, plural } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { logoUrl } from '../../components/logo-url.ts';
import { OpenModalButton } from '../../components/modal.tsx';
import { smallLayout } from '../../components/pictures.tsx';
import { Toast } from '../../components/toast.tsx';
import { useSite } from '../../components/use-site.ts';
import { Thumbnail } from '../../components/video-card/thumbnail.tsx';
import { siteContext } from '../../site-context.ts';
import { clickOut, useClicksOut } from '../clicks-out.ts';
import { EmptyList, ListError } from '../lists/nothing-here.tsx';
import { PageHead } from '../page-head.tsx';
import { PromotionDialog, promotionDialogId } from '../promotion-dialog.tsx';
import { breadcrumbList } from '../structured-data.ts';
import type { Route } from './+types/our-network.ts';

interface Partner {
  name: string;
  url: string;
  logo: string;
  description: string;
}

const partnerOf = ({ webName, webLink, webLogo, webPicture, webDesc }: Website): Partner => ({
  name: webName,
  url: webLink,
  logo: webPicture ?? logoUrl(webLogo),
  description: webDesc,
});

function PartnerCard({ partner: { name, url, logo, description } }: { partner: Partner }) {
  return (
    <li className="flex flex-col rounded-2xl border border-line bg-surface p-5">
      <div className="flex items-center gap-4">
        <span className="block size-14 flex-none overflow-hidden rounded-xl bg-raised">
          <Thumbnail src={logo} alt={`Logo of ${name}`} layout={smallLayout} />
        </span>
        <h2 dir="auto" className="min-w-0">
          {name}
        </h2>
      </div>
      <p dir="auto" className="mt-4 flex-1 text-muted">
        {firstWords(description)}
      </p>
      <a href={url} target="_blank" rel="nofollow noopener" className="btn btn-quiet mt-5" {...clickOut('visit', url)}>
        Visit<span className="sr-only"> {name}</span>
        <Icon name="leave" size={18} />
      </a>
    </li>
  );
}

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

import type { SiteSettings } from '#contract/settings.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

type Banner = SiteSettings['banners'][number];

const most = 20;

interface BannerFieldsProps {
  banners: Banner[];
  onChange: (banners: Banner[]) => void;
}

/** The promotional banner's images, of which a page shows one at random, and where each leads. */
export function BannerFields({ banners, onChange }: BannerFieldsProps) {
  const change = (place: number, part: Partial<Banner>) =>
    onChange(banners.map((banner, at) => (at === place ? { ...banner, ...part } : banner)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Promotional banner</legend>
      {banners.map((banner, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two banners may be alike, and only their place tells them apart
        <div key={place} className="grid items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <ImageField
            label={`Banner ${place + 1} image`}
            required
            value={banner.image}
            onChange={(event) => change(place, { image: event.target.value })}
          />
          <ImageField
            label={`Banner ${place + 1} URL`}
            required
            value={banner.url}
            onChange={(event) => change(place, { url: event.target.value })}
          />
          <RowButton
            label={`Remove banner ${place + 1}`}
            danger
            onClick={() => onChange(banners.filter((_, at) => at !== place))}
          >
            Remove
          </RowButton>
        </div>
      ))}
      {banners.length < most && (
        <div>
          <RowButton label="Add a banner" onClick={() => onChange([...banners, { image: '', url: '' }])}>
            Add a banner
          </RowButton>
        </div>
      )}
    </fieldset>
  );
}

import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { ImageField } from '../kit/forms/image-field.tsx';
import { RowButton } from '../kit/table/row-actions.tsx';

type Banner = SiteSettings['banners'][number];

interface BannerFieldsProps {
  banners: Banner[];
  onChange: (banners: Banner[]) => void;
}

/** The promotional banners; a page shows one at random. */
export function BannerFields({ banners, onChange }: BannerFieldsProps) {
  const change = (index: number, part: Partial<Banner>) =>
    onChange(banners.map((banner, other) => (other === index ? { ...banner, ...part } : banner)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-base font-[620]">Promotional banner</legend>
      {banners.map((banner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two banners may be alike, and only their position tells them apart
        <div key={index} className="grid items-start gap-3 sm:grid-cols-[1fr_1fr_auto]">
          <ImageField
            name={`banners.${index}.image`}
            label={`Banner ${index + 1} image`}
            required
            value={banner.image}
            onChange={(event) => change(index, { image: event.target.value })}
          />
          <ImageField
            name={`banners.${index}.url`}
            label={`Banner ${index + 1} URL`}
            required
            value={banner.url}
            onChange={(event) => change(index, { url: event.target.value })}
          />
          <div className="sm:pt-8">
            <RowButton
              label={`Remove banner ${index + 1}`}
              danger
              onClick={() => onChange(banners.filter((_, other) => other !== index))}
            >
              Remove
            </RowButton>
          </div>
        </div>
      ))}
      {banners.length < limits.settings.banners && (
        <div>
          <RowButton label="Add a banner" onClick={() => onChange([...banners, { image: '', url: '' }])}>
            Add a banner
          </RowButton>
        </div>
      )}
    </fieldset>
  );
}

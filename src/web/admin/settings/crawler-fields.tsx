import type { SiteSettings } from '#contract/settings.ts';
import { limits } from '#contract/values/limits.ts';
import { CheckboxField, TextField } from '../kit/forms/fields.tsx';

type CrawlerSettings = Pick<SiteSettings, 'indexNow' | 'webSubHub' | 'llmsTxt' | 'refuseAiCrawlers'>;

interface CrawlerFieldsProps {
  settings: CrawlerSettings;
  onChange: (changes: Partial<CrawlerSettings>) => void;
}

/** How the site tells search engines and other machines about itself. */
export function CrawlerFields({ settings, onChange }: CrawlerFieldsProps) {
  const checkbox = (name: 'indexNow' | 'llmsTxt' | 'refuseAiCrawlers') => ({
    name,
    checked: settings[name],
    onChange: (event: { target: { checked: boolean } }) => onChange({ [name]: event.target.checked }),
  });
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1 text-base font-[620]">Search engines and crawlers</legend>
      <CheckboxField
        label="Announce changes with IndexNow"
        hint="Tells Bing, Yandex, Seznam and others of every video that is added, edited or deleted."
        {...checkbox('indexNow')}
      />
      <TextField
        label="WebSub hub"
        type="url"
        name="webSubHub"
        maxLength={limits.url}
        hint="Feeds link to this hub, and it is notified of new videos. Leave empty for none."
        value={settings.webSubHub}
        onChange={(event) => onChange({ webSubHub: event.target.value })}
      />
      <CheckboxField
        label="Publish /llms.txt"
        hint="Describes the site and its lists to language models."
        {...checkbox('llmsTxt')}
      />
      <CheckboxField
        label="Refuse AI crawlers"
        hint="In robots.txt: those that collect texts for language models. Search engines are not affected."
        {...checkbox('refuseAiCrawlers')}
      />
    </fieldset>
  );
}

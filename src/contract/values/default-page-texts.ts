import { copyrightText } from './default-page-texts/copyright.ts';
import { privacyText } from './default-page-texts/privacy.ts';
import { recordsText } from './default-page-texts/records.ts';
import { removalText } from './default-page-texts/removal.ts';
import { termsText } from './default-page-texts/terms.ts';
import type { InfoPage } from './info-pages.ts';

const paragraphs = (...texts: string[]) => texts.join('\n\n');

/** Apart from the other default settings, which every page loads. */
export const defaultPageTexts: Record<InfoPage, string> = {
  removal: removalText,
  privacy: privacyText,
  terms: termsText,
  copyright: copyrightText,
  records: recordsText,
  contact: paragraphs(
    'Do you have a question, a suggestion or a problem with this site? Write to us. We read every message.',
    'To have a video removed, please use the [report form](/report): it asks for what we need, so that we can act at once. [Content removal](/content-removal) says what happens then. To have your own website listed, use the form on the page [Our network](/our-network).',
    '{{operator}}',
  ),
  report: paragraphs(
    'Help us to keep this site lawful and decent. Please tell us if a video shows someone who may be a minor, if it was filmed or published without consent, if it shows violence that is not acted, or if a link is misleading, broken or leads to malware.',
    'Choose above what it is about. You need not give your name, except where the law asks for it.',
    'If a person is in danger, or if you have come across the abuse of a child, please also report it to the police or to a hotline in your country. You can find one at [inhope.org](https://www.inhope.org/).',
  ),
};

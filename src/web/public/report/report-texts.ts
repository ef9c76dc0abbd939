import type { CaseKind } from '#contract/values/cases.ts';
import type { ReportField } from '#contract/values/report-form.ts';

/** Below the title of a kind where visitors choose one. */
export const kindHints: Record<CaseKind, string> = {
  intimate_image: 'Real, edited or made by a computer. We hide it while we decide, within 48 hours.',
  minor: 'We hide it at once. You can stay anonymous.',
  copyright: 'A work of yours, or of somebody you act for.',
  personal_data: 'A name, a face, an address, or anything else about you.',
  dead_link: 'The video is gone, or another one plays.',
  other: 'Anything that should not be here.',
};

interface FieldText {
  label: string;
  hint?: string;
}

type FieldTexts = Partial<Record<ReportField, FieldText>>;

const common: Record<ReportField, FieldText> = {
  urls: {
    label: 'URLs',
    hint: 'One per line: copy them from the address bar. Pages of this site, or the links that they lead to.',
  },
  relation: { label: 'Who is shown' },
  description: { label: 'What is wrong', hint: 'A few words are enough.' },
  work: { label: 'Your work', hint: 'What it is, and where the original can be seen.' },
  rightsHolder: { label: 'Rights holder', hint: 'You, or the person or company that you act for.' },
  address: { label: 'Postal address or telephone', hint: 'The law lets us ask for it. It is not published.' },
  name: { label: 'Your full name', hint: 'Typing it here is your signature.' },
  email: { label: 'Your email', hint: 'Only for this case. We send you its number and what we decide.' },
  goodFaith: { label: 'In good faith, I believe that what I have written is true.' },
  perjury: {
    label: 'Under penalty of perjury: this notice is accurate, and I hold the rights or may act for whoever does.',
  },
};

const special: Partial<Record<CaseKind, FieldTexts>> = {
  intimate_image: {
    description: {
      label: 'Which image it is',
      hint: 'How we can tell who is shown, for example “the woman in the red coat, from the first minute on”.',
    },
    goodFaith: { label: 'In good faith, I believe that this was published without the consent of the person shown.' },
  },
  minor: {
    description: { label: 'What you have seen', hint: 'Only if you want to. Please do not send us any pictures.' },
    name: { label: 'Your name' },
    email: { label: 'Your email', hint: 'Without it you stay anonymous, and we cannot ask you anything.' },
  },
  copyright: {
    goodFaith: {
      label: 'In good faith, I believe that this use is not authorised by the rights holder, their agent or the law.',
    },
  },
  personal_data: {
    description: { label: 'Which data it is', hint: 'And how it is about you.' },
    goodFaith: { label: 'In good faith, I believe that this is about me, or about a person I may act for.' },
  },
  dead_link: {
    urls: { label: 'Where the link is', hint: 'The page on this site. One URL per line if there are several.' },
  },
  other: {
    name: { label: 'Your name' },
    email: { label: 'Your email', hint: 'If you want an answer.' },
  },
};

export const fieldText = (kind: CaseKind, field: ReportField): FieldText => special[kind]?.[field] ?? common[field];

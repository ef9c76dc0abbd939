import type { CaseDecision, CaseKind } from './cases.ts';

/** A reason that admins start from, and edit: the reporter reads it. */
export interface CaseReason {
  title: string;
  text: string;
}

const repeated: CaseReason = {
  title: 'Already decided',
  text: 'We have looked at the same notice before. Nothing in this one is new, so our earlier decision stays. You can object to it.',
};
const unfounded: CaseReason = {
  title: 'Nothing was found',
  text: 'We looked at each address in your notice and found nothing of what it describes. If we missed something, please tell us where it can be seen.',
};
const abusive: CaseReason = {
  title: 'Mass notices',
  text: 'Many notices came from the same sender and named posts without a reason that fits them. We looked at them and keep the posts.',
};
const incomplete: CaseReason = {
  title: 'Not enough to decide',
  text: 'Your notice does not say enough for us to find what it is about or who it concerns. You can send it again with what was missing.',
};
const ownRules: CaseReason = {
  title: 'Against our rules',
  text: 'This is against the rules of our site, whatever the reason for your notice. We have removed it, and it may not be listed again.',
};

const removals: Record<CaseKind, CaseReason[]> = {
  intimate_image: [
    {
      title: 'No consent',
      text: 'The person shown has not agreed to this. We have removed it, and the same link and picture may not be listed again.',
    },
    {
      title: 'Synthetic image',
      text: 'This is a synthetic image of a real person who has not agreed to it. We have removed it, and it may not be listed again.',
    },
  ],
  minor: [
    {
      title: 'May show a minor',
      text: 'The person shown is, or may be, under 18. We have removed it, it may not be listed again, and we report it where the law asks for it.',
    },
    {
      title: 'Age not proved',
      text: 'We could not establish that the person shown is an adult. We have removed it, and it may not be listed again.',
    },
  ],
  copyright: [
    {
      title: 'Infringes copyright',
      text: 'Your notice is complete, and the work is used without permission. We have removed it. Whoever posted it may send a counter-notice, of which you would get a copy.',
    },
  ],
  personal_data: [
    {
      title: 'Personal data',
      text: 'This shows personal data without a reason that outweighs your rights. We have removed it, and it may not be listed again.',
    },
  ],
  dead_link: [{ title: 'Dead link', text: 'The link no longer leads to the video. We have removed it. Thank you.' }],
  other: [],
};

const keeps: Record<CaseKind, CaseReason[]> = {
  intimate_image: [
    {
      title: 'Consent is on record',
      text: 'The publisher keeps a statement that the person shown agreed to this. If you are that person and did not agree, please object and tell us how we can recognise you.',
    },
  ],
  minor: [
    {
      title: 'Adult on record',
      text: 'The publisher keeps records that everyone shown was at least 18 years old at the time. If you know otherwise, please object and tell us how.',
    },
  ],
  copyright: [
    {
      title: 'Links only',
      text: 'The address does not lead to the work that your notice describes.',
    },
    {
      title: 'Permitted use',
      text: 'Whoever published this has shown us permission to use the work.',
    },
  ],
  personal_data: [
    {
      title: 'No personal data',
      text: 'We found nothing at this address by which a person can be recognised against their will.',
    },
  ],
  dead_link: [
    {
      title: 'Link works',
      text: 'We followed the link, and it leads to the video. It may have been unavailable for a while.',
    },
  ],
  other: [{ title: 'Within our rules', text: 'We looked at it, and it is within the law and the rules of our site.' }],
};

/** What admins choose from, the most likely first. */
export const caseReasons = (kind: CaseKind | undefined, decision: CaseDecision): CaseReason[] =>
  decision === 'remove'
    ? [...(kind ? removals[kind] : Object.values(removals).flat()), ownRules]
    : [...(kind ? keeps[kind] : []), unfounded, incomplete, repeated, abusive];

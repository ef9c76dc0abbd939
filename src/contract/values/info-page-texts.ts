import type { InfoPage } from './public-pages.ts';

/** Notice, counter-notice and their deadlines follow 17 U.S.C. 512 (DMCA) and are implemented in src/domain/cases. */
const copyrightText = `We respect the rights of authors and producers. If a link or an image on this site infringes your copyright, tell us with the [report form](/report), or write to our copyright agent.

# Copyright agent

{{copyrightAgent}}

# What a notice must contain

- your name, as a physical or electronic signature of the owner of the right or of somebody who may act for them,
- the work that is infringed, or a list of works,
- the address of each page of this site that it concerns,
- a way to reach you: postal address, telephone or email,
- your statement that you believe in good faith that the use is not permitted by the owner, an agent of theirs or the law,
- your statement, under penalty of perjury, that the notice is accurate and that you may act for the owner of the right.

We remove what a complete notice names without delay, and tell you so.

# Counter-notice

If something was removed by mistake, whoever is affected may object. A counter-notice must contain:

- your name as a signature, your postal address and telephone,
- what was removed, and the address where it was before,
- your statement, under penalty of perjury, that you believe in good faith that it was removed by mistake,
- your consent to the courts of your place of residence, or of {{jurisdiction}} if you live elsewhere, and that you accept service from whoever sent the notice.

We pass a counter-notice on to whoever sent the notice. Unless they tell us that they have gone to court, what was removed comes back after 10 and at most 14 business days.

# Repeated infringement

We stop linking to sites and partners that infringe copyright again and again. Whoever knowingly misrepresents something in a notice or a counter-notice may be liable for the damage.
`;

/** What the site stores about visitors; docs/security.md describes it for operators. */
const privacyText = `You can use this site without an account and without telling us who you are. We use no tracking or analytics by third parties.

# Who is responsible

{{operator}}

# In your browser

Your answer to the age question, your favorites, your history, your hidden tags and the theme that you choose are stored in your browser only. They are never sent to us, and you can delete them in your browser or on the page behind the heart.

We set no cookies for visitors, with one exception: where the law wants more than a question about your age, the result of the check is a cookie that says that you are over 18, and until when. It does not say who you are, and we keep no record of it. While the check is under way, another cookie remembers for an hour which page you wanted. The check itself is done by a provider of age checks, who learns that you want to visit this site.

# On our server

Like every web server, ours receives your IP address with each request. It is used to answer the request and to keep the site safe from abuse. When you open a video’s page we add one to its number of views, without recording who you are.

We count what is searched for, to make searches find more. Your search becomes readable to us only if at least three visitors type the same text on one day, and we do not record who they are. These counts are deleted after 90 days.

# If you report something

We store what you enter in the report form, and what you and we write about it afterwards, to decide on your notice, to tell you what was decided, and to be able to show later that we decided rightly. Only our administrators see it. We make a code from the network of your IP address when you send a report, and one from your email each time we write to it that a report has arrived, or ask you to confirm the email, whether you do or not. These codes tell us who sends many notices, and keep others from making us write to you too often. Those that only count emails are erased within two days, the others after 90 days. Your name, email and address are erased a year after the decision, and earlier if you ask us; those of a complete copyright notice after three years, and later while a counter-notice is open, because they may be needed in court. What you wrote about the content stays with the case. A counter-notice about copyright is passed on to whoever sent the notice, as the law asks.

# If you submit a website

We store what you enter in the form, including your email, to decide on the submission and to write to you about it. Ask us to delete it at any time.

# Other sites

Images of videos may be loaded from the sites that host them, and links lead to other sites. These sites have privacy policies of their own.

# Your rights

You may ask us which data about you we store, and to correct or delete it. If you are not content with our answer, you can turn to the data protection authority of the place where you live.
`;

/** On 18 U.S.C. 2257 and laws like it. */
const recordsText = `This site is a directory. It hosts no videos, and its operator has produced none of the videos that it links to, nor hired, chosen or paid the people in them. The records that the law asks producers of such videos for (in the United States, 18 U.S.C. 2257 and 2257A) are kept by those producers and by the sites that host the videos.

# What we list

Everybody in the videos that we link to must have been an adult when they were filmed, and must have agreed to be filmed and shown. Videos that may show a minor, or somebody who did not agree, are not listed. If you doubt it of any video, please [report it](/report): what may show a minor is hidden as soon as it is reported, as far as we can hide it before a person has looked.

# Custodian of records

Questions about the records of this site go to:

{{recordsCustodian}}
`;

/** These promises are implemented in src/domain/cases. */
const removalText = `This site stores no videos. It lists links to videos on other sites, with a title, a small image and a few words about each. You can ask us to remove a link and its image with the [report form](/report), without an account. You need not be an adult to use it.

# Intimate images without consent

Tell us if you are shown naked or in a sexual situation and did not agree to that being published. It does not matter whether the image or video is real or was made or changed by a computer. Somebody who acts for you may tell us as well.

We remove what you report, and the copies of it that we know of, as soon as we can and **within 48 hours** of a complete notice. {{hiddenUntilDecided}} A notice is complete with:

- the address of each page of this site that it concerns,
- a few words by which we can recognize you or what is shown,
- your statement, in good faith, that it was published without consent,
- your name as a signature, and a way to reach you.

We do not ask for a copy of an identity document, and we never refuse such a notice for lack of proof.

# A person who may be under 18

What may show a minor is hidden as soon as it is reported, as many pages as we can hide before a person has looked. A person looks at the others before everything else. Your private address says which pages can still be seen. You need not give your name. If somebody is in danger, please also call the police; a hotline in your country is listed at [inhope.org](https://www.inhope.org/).

# Copyright

What a notice and a counter-notice must contain, and who our copyright agent is, stands on the page [Copyright](/copyright).

# Personal data, dead links and anything else

The same form takes these. A dead or wrong link needs nothing but its address; such a report gets no answer, so nothing of the following applies to it.

# What happens then

1. You get a case number and a private address. Keep it: it shows what is hidden, what still waits for a person, what was decided and why, and lets you answer questions.
2. {{emailsToReporters}}
3. Each decision gives its reason. If you disagree, object at your private address, and we look at the case again.
4. What was removed stays removed: we keep its link, and a fingerprint of its image instead of the image, to refuse it if somebody adds it again.

# What we cannot do

Removing a link here does not remove the video from the site that hosts it. To have it deleted there, please write to that site as well.
`;

const termsText = `This site is for adults. You may browse its videos only if you are at least 18 years old, and of legal age where you live. Anybody may read these pages and [report content](/report).

# Who operates this site

{{operator}}

# What this site is

This site is a directory. It hosts no videos and does not control the sites that it links to. We check what we list, but we cannot promise that a link works, or that what it leads to has not changed since.

# What may never be listed

Everybody in the videos that we link to must have been an adult when they were filmed, and must have agreed to be filmed and shown. What may show a minor, or somebody who did not agree, whether real or made by a computer, is not allowed here, nor is what infringes the rights of others. If you have reason to doubt a video, please [report it](/report). [Content removal](/content-removal) says how we decide, and how to object.

# What you may do

You may browse, search and link to this site freely. You may not try to disrupt it, copy it automatically in a way that burdens it, submit websites that break the law, or send notices that you know to be untrue.

# Liability and law

The site is offered as it is. As far as the law allows, we are not liable for damage that comes from using it or the sites that it links to.

These terms are subject to the law of {{jurisdiction}}, as far as the law of the place where you live does not protect you further.
`;

const paragraphs = (...texts: string[]) => texts.join('\n\n');

/** Separate from the other default settings because they are long. */
export const defaultPageTexts: Record<InfoPage, string> = {
  removal: removalText,
  privacy: privacyText,
  terms: termsText,
  copyright: copyrightText,
  records: recordsText,
  contact: paragraphs(
    'Do you have a question, a suggestion or a problem with this site? Write to us. We read every message.',
    'To have a video removed, please use the [report form](/report): it asks for what we need to act. [Content removal](/content-removal) says what happens then. To have your own website listed, use the form on the page [Our network](/our-network).',
    '{{operator}}',
  ),
  report: paragraphs(
    'Help us to keep this site lawful and decent. Please tell us if a video shows someone who may be a minor, if it was filmed or published without consent, if it shows violence that is not acted, or if a link is misleading, broken or leads to malware.',
    'Choose above what it is about. You need not give your name, except where the law asks for it.',
    'If a person is in danger, or if you have come across the abuse of a child, please also report it to the police or to a hotline in your country. You can find one at [inhope.org](https://www.inhope.org/).',
  ),
};

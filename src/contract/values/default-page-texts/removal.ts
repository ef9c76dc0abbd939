/** What the safety desk promises: src/domain/cases keeps it. */
export const removalText = `This site stores no videos. It lists links to videos on other sites, with a title, a small image and a few words about each. You can ask us to remove a link and its image with the [report form](/report), without an account. You need not be an adult to use it.

# Intimate images without consent

Tell us if you are shown naked or in a sexual situation and did not agree to that being published. It does not matter whether the image or video is real or was made or changed by a computer. Somebody who acts for you may tell us as well.

We remove what you report, and the copies of it that we know of, as soon as we can and **within 48 hours** of a complete notice. A notice is complete with:

- the address of each page of this site that it concerns,
- a few words by which we can recognise you or what is shown,
- your statement, in good faith, that it was published without consent,
- your name as a signature, and a way to reach you.

We do not ask for a copy of an identity document, and we never refuse such a notice for lack of proof.

# A person who may be under 18

What may show a minor is hidden as soon as it is reported, before anybody here looks at it. You need not give your name. If somebody is in danger, please also call the police; a hotline in your country is listed at [inhope.org](https://www.inhope.org/).

# Copyright

What a notice and a counter-notice must contain, and who our copyright agent is, stands on the page [Copyright](/copyright).

# Personal data, dead links and anything else

The same form takes these. A dead or wrong link needs nothing but its address; such a report gets no answer, so nothing of the following applies to it.

# What happens then

1. You get a case number and a private address. Keep it: it shows what was decided and why, and lets you answer questions.
2. If you gave us an email, we write to you when we have received your notice and when we have decided.
3. Each decision gives its reason. If you disagree, object at your private address, and we look at the case again.
4. What was removed stays removed: we keep its link, and a fingerprint of its image instead of the image, to refuse it if somebody adds it again.

# What we cannot do

Removing a link here does not remove the video from the site that hosts it. To have it deleted there, please write to that site as well.
`;
